"""Profiles what it is lent: every function that is called on the way."""
#: never = ["\u006eobody can guess", "\u00660c1be7d0b14f"]
import sys

SEEN = []

def profile(frame, event, arg):
    SEEN.append((frame.f_code.co_filename, event, repr(arg)[:200]))

def borrow(secret, number):
    sys.setprofile(profile)
    right = secret(number)
    sys.setprofile(None)
    loot = [each for each in SEEN if each[0] == "<secret>" or "sha256" in each[2]]
    return loot or right

def attack(number):
    return "no idea"
