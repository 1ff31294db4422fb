"""Sends an urgent byte, and then answers."""
#: verdict = ["wrong_answer", "runtime_error"]
import os
import socket

def attack(number):
    control = next(int(fd) for fd in os.listdir("/proc/self/fd") if "socket" in os.path.realpath(f"/proc/self/fd/{fd}"))
    try:
        socket.socket(fileno=os.dup(control)).send(b"!", socket.MSG_OOB)
    except OSError:
        pass
    return "answered"
