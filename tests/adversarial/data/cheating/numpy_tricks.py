"""Returns arrays whose comparisons are ambiguous, of objects, and of classes of its own."""
#: verdict = "invalid_return"
import numpy

class Agreeable(numpy.ndarray):
    def tolist(self):
        return "accepted"
    def __eq__(self, other):
        return True

def attack(number):
    odd = numpy.empty(2, dtype=object)
    odd[0], odd[1] = Agreeable, odd
    return [numpy.zeros(3).view(Agreeable), odd]
