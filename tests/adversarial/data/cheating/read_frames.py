"""Walks up the stack for a frame that knows the answer."""
#: actual = "[]"
import sys

def attack(number):
    found, frame = [], sys._getframe()
    while frame is not None:
        for name, value in {**frame.f_locals, **frame.f_globals}.items():
            if name in ("expected", "secret", "KEY", "Verdict", "WrongAnswer", "pytest"):
                found.append(name)
        frame = frame.f_back
    return found
