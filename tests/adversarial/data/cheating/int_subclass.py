"""Returns a subclass of int that equals everything, deep inside plain containers."""
#: verdict = "invalid_return"
#: says = "list holding"

class Agreeable(int):
    def __eq__(self, other):
        return True
    def __hash__(self):
        return 1

def attack(number):
    return [(1, {"x": [Agreeable(3)]})]
