"""Loops when it is deleted, when an exception of its is shown, and when its interpreter ends."""
#: first = "late"
import atexit

def loop(*_):
    while True:
        pass

atexit.register(loop)

class Looping(Exception):
    __str__ = __repr__ = __del__ = loop

class PlayerAI:
    __del__ = loop
    def make_move(self, board):
        raise Looping
