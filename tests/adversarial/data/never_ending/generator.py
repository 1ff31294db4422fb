"""Returns a generator that never ends."""
#: verdict = "invalid_return"
#: says = "generator"

def attack(number):
    while True:
        yield number
