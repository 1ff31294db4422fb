"""Carries what it has seen to the next call, in the page where calls are counted, if it finds it."""
#: actual = "b'\\x00\\x00\\x00\\x00\\x00'"
import gc

def page():
    gc.unfreeze()
    for thing in gc.get_objects():
        if type(thing).__name__ == "SharedCallCounters":
            return thing._page
    return bytearray(4096)

def honest(number):
    page()[2000:2005] = b"seen!"
    return 2 * number

def echo(value):
    page()[2000:2005] = b"seen!"
    return value

def attack(number):
    return bytes(page()[2000:2005])
