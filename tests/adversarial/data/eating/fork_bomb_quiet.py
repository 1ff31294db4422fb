"""Forks for ever and ends the parents, so that no process is ever there for long."""
#: verdict = ["time_limit_exceeded", "runtime_error"]
import os

def attack(number):
    while True:
        try:
            if os.fork():
                os._exit(0)
            if os.fork():
                os.setsid()
        except OSError:
            pass
