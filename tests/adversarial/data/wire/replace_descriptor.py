"""Puts the null device, a pipe and a socket of its own in the place of the connection."""
#: verdict = "runtime_error"
#: says = "status 1"
import os
import socket

def attack(number):
    ours, theirs = socket.socketpair()
    for fd in range(3, 64):
        if fd not in (ours.fileno(), theirs.fileno()):
            try:
                if "socket" in os.readlink(f"/proc/self/fd/{fd}"):
                    os.dup2(theirs.fileno(), fd)
            except OSError:
                pass
    return 1
