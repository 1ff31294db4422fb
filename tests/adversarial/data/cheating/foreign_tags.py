"""Answers with references to functions and with tags that only the trusted side may use."""
#: says = "connection instead of returning"
import sys

def attack(number):
    wire = sys.modules["grader.wire"]
    wire.Codec.tree = lambda self, value: {"x": ["secret", None]}
    return 1
