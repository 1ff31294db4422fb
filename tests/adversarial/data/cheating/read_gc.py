"""Asks the garbage collector for everything that could be the answer."""
#: actual = "[]"
import gc

def attack(number):
    found = []
    gc.unfreeze()
    for thing in gc.get_objects():
        if type(thing) is dict and ("KEY" in thing or "expected" in thing):
            found.append("a namespace")
        if getattr(thing, "__name__", "") in ("secret", "test_alone", "WrongAnswer"):
            found.append("a function")
    return found
