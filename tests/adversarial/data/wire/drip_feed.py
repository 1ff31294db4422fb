"""Sends a frame byte by byte, slower than anybody can wait for."""
#: verdict = "time_limit_exceeded"
import os
import time

def attack(number):
    for byte in b"\x00\x00\x10\x00" + b" " * 4096:
        for fd in range(3, 64):
            try:
                os.write(fd, bytes([byte]))
            except OSError:
                pass
        time.sleep(0.01)
    return 1
