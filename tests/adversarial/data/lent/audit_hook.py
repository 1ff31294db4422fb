"""Hears every event that Python tells an audit hook of, from loading on."""
#: never = ["\u006eobody can guess", "\u00660c1be7d0b14f"]
import sys

SEEN = []
sys.addaudithook(lambda event, args: SEEN.append((event, args)))

def borrow(secret, number):
    right = secret(number)
    loot = [event for event, args in [*SEEN] if event in ("compile", "exec", "marshal.loads")
            and ("sha256" in repr(args) or "<secret>" in repr(args))]
    return loot or right

def attack(number):
    return "no idea"
