"""Starts threads until there can be no more."""
#: verdict = "runtime_error"
#: says = "can't start new thread"
import threading
import time

def attack(number):
    while True:
        threading.Thread(target=time.sleep, args=(1000,), daemon=True).start()
