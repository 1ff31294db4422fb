"""Replaces standard output by objects whose flush never returns, or returns another exception."""
#: verdict = "time_limit_exceeded"
import sys

class Stream:
    def write(self, text):
        return len(text)
    def flush(self):
        while True:
            pass

def attack(number):
    sys.stdout = sys.stderr = Stream()
    return 1
