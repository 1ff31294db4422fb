"""Returns a subclass of str that equals everything."""
#: verdict = "invalid_return"
#: says = "Agreeable"

class Agreeable(str):
    def __eq__(self, other):
        return True
    def __ne__(self, other):
        return False
    __hash__ = str.__hash__

def attack(number):
    return Agreeable("x")
