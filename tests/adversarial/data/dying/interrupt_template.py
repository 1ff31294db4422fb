"""Sends the process that forks for each call every signal it might not expect."""
#: verdict = ["wrong_answer", "runtime_error"]
import os
import signal

def attack(number):
    for name in (signal.SIGINT, signal.SIGALRM, signal.SIGHUP, signal.SIGXCPU, signal.SIGUSR1):
        try:
            os.kill(os.getppid(), name)
        except OSError:
            pass
    return "sent"
