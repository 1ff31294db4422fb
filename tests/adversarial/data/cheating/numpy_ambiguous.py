"""Returns an array, which would make comparisons raise on the trusted side."""
#: says = "[0.0, nan, inf]"
import numpy

def attack(number):
    return numpy.array([0.0, numpy.nan, numpy.inf])
