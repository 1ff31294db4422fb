"""Answers arrays: of objects, of more numbers than there is memory for, of other kinds, of a module that it made itself."""
#: first = ["none", "malformed", "crashed"]
#: moves = 15
import sys
import numpy as np
from numpy.lib.stride_tricks import as_strided

class Trap:
    def __index__(self):
        while True:
            pass
    __int__ = __float__ = __eq__ = __index__

class Array(np.ndarray):
    def tolist(self):
        while True:
            pass

class List(list):
    size = 4
    tolist = Array.tolist

def of_another_module():
    numpy = type(sys)("numpy")
    numpy.ndarray = numpy.bool_ = List
    numpy.sctypeDict = {}
    sys.modules["numpy"] = numpy
    return List([[1, 0], [2, 0]])

ANSWERS = [
    lambda b: np.array(first_move(b)),
    lambda b: np.array(first_move(b), dtype=object),
    lambda b: np.array(first_move(b), dtype=np.float64),
    lambda b: np.array([[Trap()] * 2] * 2, dtype=object),
    lambda b: as_strided(np.zeros(1, dtype=np.int64), shape=(1 << 20, 1 << 20), strides=(0, 0)),
    lambda b: np.broadcast_to(np.int8(0), (60000, 60000)),
    lambda b: np.array(first_move(b)).view(Array),
    lambda b: np.array([("1", "0"), ("2", "0")], dtype=[("a", "U1"), ("b", "U1")]),
    lambda b: np.array(first_move(b), dtype="datetime64[s]"),
    lambda b: np.ma.array(first_move(b), mask=True),
    lambda b: [np.int8(first_move(b)[0]), np.uint64(first_move(b)[1])],
    lambda b: np.array(0),
    lambda b: np.array(first_move(b), dtype=np.longdouble),
    lambda b: np.array(first_move(b), dtype=np.complex128),
    lambda b: of_another_module(),
]

class PlayerAI:
    asked = 0

    def make_move(self, board):
        self.asked += 1
        return ANSWERS[self.asked % len(ANSWERS)](board)
