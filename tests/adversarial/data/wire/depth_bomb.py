"""Sends JSON that is nested a million levels deep."""
#: says = "connection instead of returning"
import os
import socket

def attack(number):
    control = next(int(fd) for fd in os.listdir("/proc/self/fd") if "socket" in os.path.realpath(f"/proc/self/fd/{fd}"))
    body = b"[" * 1_000_000
    socket.socket(fileno=control).sendall(len(body).to_bytes(4, "big") + body)
    return 1
