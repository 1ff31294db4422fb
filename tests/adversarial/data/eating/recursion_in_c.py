"""Recurses without end through C, where the stack overflows."""
#: verdict = ["runtime_error", "memory_limit_exceeded", "time_limit_exceeded"]
import sys

class Deep:
    def __getattr__(self, name):
        return getattr(self, name + "x"[:0])
    def __repr__(self):
        return f"{self!r}"

def attack(number):
    sys.setrecursionlimit(1 << 30)
    return repr(Deep())
