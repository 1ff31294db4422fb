"""Announces a frame just as long as is allowed, and sends less: the real answer is swallowed."""
#: verdict = "time_limit_exceeded"
import os

def attack(number):
    for fd in range(3, 64):
        try:
            os.write(fd, (1 << 21).to_bytes(4, "big") + b'{"x": "')
        except OSError:
            pass
    return 1
