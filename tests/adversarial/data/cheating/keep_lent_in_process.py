"""Stays behind in a process that knows the lent function, to answer in another task's place."""
import os
import signal
import time

def borrow(secret, number):
    answer = secret(number)
    if os.fork() == 0:
        os.setsid()
        for name in signal.valid_signals():
            try:
                signal.signal(name, signal.SIG_IGN)
            except (OSError, ValueError):
                pass
        while True:
            if os.fork():
                os._exit(0)
            for fd in range(3, 64):
                try:
                    os.write(fd, b"")
                except OSError:
                    pass
            time.sleep(0.001)
    return answer

def attack(number):
    names = [open(f"/proc/{pid}/stat").read() for pid in os.listdir("/proc") if pid.isdigit()]
    return len(names)
