"""Starts threads while it is loaded, which live on in the template."""
#: actual = "1"
import threading
import time

for _ in range(8):
    threading.Thread(target=time.sleep, args=(1000,), daemon=True).start()

def attack(number):
    return threading.active_count()
