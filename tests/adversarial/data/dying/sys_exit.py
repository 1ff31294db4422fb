"""Leaves by sys.exit with a status that means success."""
#: verdict = "runtime_error"
#: says = "SystemExit: 0"
import sys

def attack(number):
    sys.exit(0)
