"""Fills the connection from many processes, so that frames are torn into each other."""
#: verdict = ["wrong_answer", "time_limit_exceeded", "runtime_error"]
import os

def attack(number):
    control = next(int(fd) for fd in os.listdir("/proc/self/fd") if "socket" in os.path.realpath(f"/proc/self/fd/{fd}"))
    for _ in range(4):
        os.fork()
    while True:
        os.write(control, (70_000).to_bytes(4, "big") + b"[" * 70_000)
