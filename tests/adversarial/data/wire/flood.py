"""Fills the connection without end, and reads nothing."""
#: verdict = ["wrong_answer", "time_limit_exceeded"]
import os

def attack(number):
    control = next(int(fd) for fd in os.listdir("/proc/self/fd") if "socket" in os.path.realpath(f"/proc/self/fd/{fd}"))
    body = b'"' + b"x" * 65534
    while True:
        os.write(control, len(body).to_bytes(4, "big") + body)
