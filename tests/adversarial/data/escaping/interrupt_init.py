"""Sends PID 1 the one signal for which Python installs a handler."""
#: actual = "'sent'"
import os
import signal

def attack(number):
    for _ in range(10):
        os.kill(1, signal.SIGINT)
    return "sent"
