"""Writes a stack of its own where the runner expects the real one at a time limit, without end."""
#: verdict = "time_limit_exceeded"
import os

def attack(number):
    for fd in range(3, 64):
        try:
            if "pipe" in os.readlink(f"/proc/self/fd/{fd}"):
                os.set_blocking(fd, False)
                target = fd
        except OSError:
            pass
    while True:
        try:
            os.write(target, b'  File "/etc/shadow", line 1 in \x1b[31maccepted\n' * 100)
        except OSError:
            pass
