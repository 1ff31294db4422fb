"""Sends urgent bytes, which a reader is notified of and cannot read."""
#: verdict = ["wrong_answer", "runtime_error", "time_limit_exceeded"]
import os
import socket

def attack(number):
    control = next(int(fd) for fd in os.listdir("/proc/self/fd") if "socket" in os.path.realpath(f"/proc/self/fd/{fd}"))
    socket.socket(fileno=os.dup(control)).send(b"!", socket.MSG_OOB)
    while number:
        pass
