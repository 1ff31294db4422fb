"""Claims to have used up its CPU time by sending itself the signal for that, again and again."""
#: verdict = "wrong_answer"
import os
import signal

def attack(number):
    for _ in range(50):
        os.kill(os.getpid(), signal.SIGXCPU)
    return "still here"
