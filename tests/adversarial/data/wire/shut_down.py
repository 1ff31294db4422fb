"""Shuts the connection down for everybody who shares it."""
#: verdict = "runtime_error"
import os
import socket

def attack(number):
    for fd in range(3, 64):
        try:
            socket.socket(fileno=os.dup(fd)).shutdown(socket.SHUT_RDWR)
        except OSError:
            pass
    return 1
