"""Replaces standard output by objects that raise what is no Exception when they are flushed."""
#: verdict = "runtime_error"
import sys

class Stream:
    def write(self, text):
        return len(text)
    def flush(self):
        raise SystemExit(0)

def attack(number):
    sys.stdout = sys.stderr = Stream()
    return 1
