"""Prints what terminals obey: colours, titles, clipboard, cursor, and a bell."""
#: verdict = "runtime_error"
#: says = "ValueError"
import sys

SEQUENCES = "\x1b[2J\x1b[31mPASSED\x1b]0;title\x07\x1b]52;c;cm0gLXJm\x07\x9b31m\x08\r\x7f\x1bc\x1b[8m"

def attack(number):
    print(SEQUENCES)
    print(SEQUENCES, file=sys.stderr)
    raise ValueError(SEQUENCES)
