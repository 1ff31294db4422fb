"""Leaves a thread that computes in the template for ever, at the expense of every call."""
#: others = "any"
#: verdict = ["wrong_answer", "time_limit_exceeded"]
import hashlib
import threading

threading.Thread(target=hashlib.pbkdf2_hmac, args=("sha256", b"", b"", 10**9), daemon=True).start()

def attack(number):
    return "mine"
