"""Lets threads compute in C, and sleeps itself."""
#: verdict = "time_limit_exceeded"
#: says = "CPU time"
import hashlib
import threading
import time

def attack(number):
    for _ in range(4):
        threading.Thread(target=hashlib.pbkdf2_hmac, args=("sha256", b"", b"", 10**9), daemon=True).start()
    time.sleep(1000)
