"""Kills the template in each call, and sleeps while it is loaded, which it is anew for each call."""
#: actual = "[None, None]"
import os
import signal
import time

asleep = [time.sleep(0.4), time.sleep(0.4)]

def attack(number):
    os.kill(os.getppid(), signal.SIGKILL)
    return asleep
