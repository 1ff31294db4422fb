"""Returns an object that equals everything."""
#: verdict = "invalid_return"
#: says = "Answer"

class Answer:
    def __eq__(self, other):
        return True
    def __ne__(self, other):
        return False
    def __hash__(self):
        return 0

def attack(number):
    return Answer()
