"""Fills the page where calls are counted with the largest numbers, and then runs out of time."""
#: verdict = "time_limit_exceeded"
import gc

def attack(number):
    gc.unfreeze()
    for thing in gc.get_objects():
        if type(thing).__name__ == "SharedCallCounters":
            thing._page[:] = b"\xff" * len(thing._page)
    while True:
        pass
