"""Sends tagged values that are nested as deep as JSON still is read."""
#: says = "connection instead of returning"
import os
import socket
import sys

def attack(number):
    frame = sys._getframe(1)
    nonce = frame.f_locals["request"]["nonce"]
    body = '{"nonce":"%s","kind":"answer","value":%s}' % (nonce, '{"d":[1,' * 900 + "1" + "]}" * 900)
    control = next(int(fd) for fd in os.listdir("/proc/self/fd") if "socket" in os.path.realpath(f"/proc/self/fd/{fd}"))
    socket.socket(fileno=os.dup(control)).sendall(len(body).to_bytes(4, "big") + body.encode())
    return 1
