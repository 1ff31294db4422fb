"""Keeps a thread that asks what it was lent when its call is over, and in the calls after it."""
#: never = ["\u006eobody can guess", "\u00660c1be7d0b14f"]
import threading
import time

THREADS = []

def asking(function):
    while True:
        try:
            function(1)
        except RuntimeError:
            return
        time.sleep(0.001)

def borrow(secret, number):
    threading.Thread(target=asking, args=(secret,), daemon=True).start()
    return secret(number)

def attack(number):
    return "no idea"
