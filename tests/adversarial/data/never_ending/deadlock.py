"""Waits for a lock that it holds itself, and for a thread that waits for it."""
#: verdict = "time_limit_exceeded"
import threading

def attack(number):
    lock = threading.Lock()
    lock.acquire()
    lock.acquire()
