"""Goes on computing in what alarms and timers call, again and again."""
import signal
import threading
import time

count = 0
threads = []

def ponder(*_):
    global count
    for _ in range(1000):
        count += 1

def again():
    while True:
        time.sleep(0.001)
        ponder()

def attack(number):
    if not threads:
        signal.signal(signal.SIGALRM, ponder)
        signal.setitimer(signal.ITIMER_REAL, 0.001, 0.001)
        for seconds in (0.0, 0.001, 0.01, 0.1):
            threads.append(threading.Timer(seconds, again))
            threads[-1].daemon = True
            threads[-1].start()
    return count
