"""Sends hundreds of descriptors along, with half a frame, which the receiver has to close."""
#: verdict = ["wrong_answer", "runtime_error"]
import os
import socket

def attack(number):
    control = next(int(fd) for fd in os.listdir("/proc/self/fd") if "socket" in os.path.realpath(f"/proc/self/fd/{fd}"))
    shared = socket.socket(fileno=os.dup(control))
    for _ in range(50):
        socket.send_fds(shared, [bytes(4)], [0, 1, 2, control] * 10)
    return "sent"
