"""Asks what it is lent a million times."""
#: others = {lent = "time_limit_exceeded"}
#: never = ["\u006eobody can guess", "\u00660c1be7d0b14f"]
def borrow(secret, number):
    for _ in range(1_000_000):
        right = secret(number)
    return right

def attack(number):
    return "no idea"
