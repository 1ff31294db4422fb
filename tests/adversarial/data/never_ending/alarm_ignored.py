"""Ignores, blocks and handles every signal that could end it."""
#: verdict = "time_limit_exceeded"
#: says = "CPU time"
import signal

def attack(number):
    for name in signal.valid_signals():
        try:
            signal.signal(name, lambda *_: None)
        except (OSError, ValueError):
            pass
    signal.setitimer(signal.ITIMER_REAL, 0.001, 0.001)
    signal.pthread_sigmask(signal.SIG_BLOCK, signal.valid_signals())
    while True:
        pass
