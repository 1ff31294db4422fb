"""Asks the kernel to wake readers of the shared connection only for a gigabyte."""
#: verdict = ["wrong_answer", "runtime_error", "time_limit_exceeded"]
import os
import socket

def attack(number):
    control = next(int(fd) for fd in os.listdir("/proc/self/fd") if "socket" in os.path.realpath(f"/proc/self/fd/{fd}"))
    socket.socket(fileno=os.dup(control)).setsockopt(socket.SOL_SOCKET, socket.SO_RCVLOWAT, 1 << 30)
    return "set"
