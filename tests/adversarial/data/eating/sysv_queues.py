"""Takes memory that belongs to no process: System V queues and semaphores, POSIX queues."""
#: actual = "[]"
import ctypes
import os

libc = ctypes.CDLL(None)

def attack(number):
    got = []
    for name, arguments in (("msgget", (0, 0o1666)), ("semget", (0, 32000, 0o1666)),
                            ("mq_open", (b"/@MARK@", 0o102, 0o666, None))):
        try:
            if getattr(libc, name)(*arguments) >= 0:
                got.append(name)
        except AttributeError:
            pass
    return got
