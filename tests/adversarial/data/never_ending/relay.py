"""Passes the work on to a child and ends, again and again, so that nobody lives for long."""
#: verdict = "runtime_error"
#: says = "status 0"
import os
import signal

def attack(number):
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    while True:
        if os.fork():
            os._exit(0)
        for _ in range(10_000):
            pass
