"""Reads the arguments of later calls, which came with the same request, off the runner's frames."""
#: says = "requests seen"
import sys

def attack(number):
    frame, numbers = sys._getframe(), []
    while frame is not None:
        for value in list(frame.f_locals.values()):
            if isinstance(value, dict) and "calls" in value:
                numbers = [call["args"] for call in value["calls"] if isinstance(call, dict)]
        frame = frame.f_back
    print("requests seen:", numbers)
    return numbers
