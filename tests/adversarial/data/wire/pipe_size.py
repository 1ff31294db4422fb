"""Shrinks the pipes of its output and fills them, so that the next one to print would wait."""
#: verdict = ["wrong_answer", "output_limit_exceeded"]
import fcntl
import os

def attack(number):
    for fd in range(64):
        try:
            fcntl.fcntl(fd, fcntl.F_SETPIPE_SZ, 4096)
            os.write(fd, b"x" * 4096)
        except OSError:
            pass
    return "filled"
