"""Goes on computing in a thread after it has answered."""
import threading

count = 0

def ponder():
    global count
    while True:
        count += 1

def attack(number):
    if threading.active_count() == 1:
        threading.Thread(target=ponder, daemon=True).start()
    return count
