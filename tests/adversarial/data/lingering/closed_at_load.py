"""Closes the template's connection when it has said that it is ready."""
#: others = "any"
#: verdict = ["wrong_answer", "runtime_error", "not_attempted", "load_error"]
import sys

def runner():
    """The globals of the template, whose frame is below every call."""
    frame = sys._getframe()
    while frame.f_globals["__name__"] != "grader.runner.template_process":
        frame = frame.f_back
    return frame.f_globals

template = runner()
send = template["_send"]

def last(control, message):
    send(control, message)
    if "loaded" in message:
        control.close()

template["_send"] = last

def attack(number):
    return "mine"
