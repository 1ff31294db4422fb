"""Asks all the way and then sets the count of its calls to one: it pays with CPU time."""
#: others = {counted = "time_limit_exceeded"}
import gc

def economical(probe, size):
    found = next(number for number in range(size) if probe(number))
    gc.unfreeze()
    for thing in gc.get_objects():
        if type(thing).__name__ == "Lender":
            for place in range(len(thing.counters)):
                thing.counters[place] = 1
            thing.log.clear()
    return found

def attack(number):
    return "no idea"
