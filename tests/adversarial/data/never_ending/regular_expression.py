"""Backtracks exponentially inside the regular expression engine."""
#: verdict = "time_limit_exceeded"
#: says = "CPU time"
import re

def attack(number):
    return re.match(r"(a+)+$", "a" * 64 + "b")
