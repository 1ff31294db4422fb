"""Answers with references to functions and with tags that only the trusted side may use."""
#: says = "connection instead of returning"
import sys

def attack(number):
    codec = sys.modules["grader.wire.codec"]
    codec.Codec.tree = lambda self, value: {"x": ["secret", None]}
    return 1
