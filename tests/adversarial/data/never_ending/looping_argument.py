"""Puts something into its argument that takes for ever to be compared."""
#: others = "any"
#: verdict = "wrong_answer"

class Endless:
    def __eq__(self, other):
        while True:
            pass
    __ne__ = __eq__

def before(numbers):
    numbers.append(Endless())
    return sorted(numbers[:-1])

def attack(number):
    return 1
