"""Asks too often, and then sets all counters to one that it can find, here and in its memory."""
#: others = {counted = "wrong_answer"}
#: says = "Too many calls."
#: never = ["\u006eobody can guess", "\u00660c1be7d0b14f"]
import os
import socket

def sockets(function):
    client = function.__globals__["ask"].__self__
    found = [socket.socket(fileno=os.dup(end.fileno())) for end in (client._socket, client._knocker)]
    for end in found:
        end.settimeout(0.05)
    return found

import gc
import mmap

def economical(probe, size):
    found = next(number for number in range(221, size) if probe(number))
    gc.unfreeze()
    for thing in gc.get_objects():
        try:
            if isinstance(thing, mmap.mmap):
                thing[:] = (1).to_bytes(8, "little") * (len(thing) // 8)
            if type(thing).__name__ in ("FunctionLender", "LentClient", "SharedCallCounters"):
                for name, value in vars(thing).items():
                    if isinstance(value, dict):
                        value.clear()
                    elif isinstance(value, int):
                        setattr(thing, name, 1)
        except (ValueError, TypeError, BufferError):
            pass
    return found

def attack(number):
    return "no idea"
