"""Returns arrays of a few bytes that look like a trillion items, and like gigabytes of text."""
#: verdict = "invalid_return"
#: says = ["an array of 1000000000000 items where 500000 are allowed"]
import numpy

def attack(number):
    text = numpy.broadcast_to(numpy.array("x" * 10**6), (1000,))
    return [numpy.broadcast_to(numpy.int8(1), (10**6, 10**6)), text]
