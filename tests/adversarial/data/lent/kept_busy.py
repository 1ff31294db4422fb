"""Keeps what it is lent busy while it computes nothing itself."""
#: others = {counted = "time_limit_exceeded"}
#: says = "busy for far too long"
#: never = ["\u006eobody can guess", "\u00660c1be7d0b14f"]
def economical(probe, size):
    while True:
        probe(1)

def attack(number):
    return "no idea"
