"""Waits for a processor beside a crowd that nobody waits for, as if the machine were too busy."""
#: verdict = "time_limit_exceeded"
import os
import signal

def attack(number):
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    while True:
        try:
            if os.fork() == 0:
                for _ in range(200_000):
                    pass
                os._exit(0)
        except OSError:
            pass
