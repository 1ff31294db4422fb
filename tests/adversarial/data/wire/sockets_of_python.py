"""Makes the runner's own connection send something else, in Python."""
#: verdict = ["wrong_answer", "runtime_error"]
import gc
import json
import os
import socket
import struct

def attack(number):
    json.dumps = lambda *args, **kwargs: '{"kind": "answer"}'
    struct.pack = lambda *args: b"\0"
    os.write = os.read = lambda *args: 0
    gc.unfreeze()
    for thing in gc.get_objects():
        if isinstance(thing, socket.socket):
            socket.socket.sendall = lambda self, data: self.send(b"\0\0\0\2{}")
    return 1
