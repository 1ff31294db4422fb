"""Makes the shared connection and pipes non-blocking, which the template inherits."""
#: verdict = ["wrong_answer", "runtime_error"]
import os

def attack(number):
    for fd in range(64):
        try:
            os.set_blocking(fd, False)
        except OSError:
            pass
    return "not blocking"
