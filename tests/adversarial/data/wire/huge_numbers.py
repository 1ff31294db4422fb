"""Sends number literals that take for ever to be read, or become infinite."""
#: says = "connection instead of returning"
import os
import socket
import sys

def attack(number):
    nonce = sys._getframe(1).f_locals["request"]["nonce"]
    control = next(int(fd) for fd in os.listdir("/proc/self/fd") if "socket" in os.path.realpath(f"/proc/self/fd/{fd}"))
    literals = ("9" * 1_000_000, "1e999", "NaN", "-Infinity", '{"f": "' + "1" * 1_000_000 + '"}',
                '{"i": "' + "f" * 1_000_000 + '"}')
    body = '{"nonce":"%s","kind":"answer","value":%s}' % (nonce, literals[(7, 11, 12, 13, 21).index(number) if number in (7, 11, 12, 13, 21) else 5])
    socket.socket(fileno=os.dup(control)).sendall(len(body).to_bytes(4, "big") + body.encode())
    return 1
