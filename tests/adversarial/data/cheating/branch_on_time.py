"""Measures, and answers wrongly only where it is being timed or looked at for the first time."""
import time

began = time.monotonic()
seen = []

def attack(number):
    seen.append(number)
    passed = time.monotonic() - began
    return "first" if len(seen) == 1 and passed < 1 else "later"

def honest(number):
    began = time.process_time()
    while time.process_time() - began < 0.02:
        pass
    return 2 * number
