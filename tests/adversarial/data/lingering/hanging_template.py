"""Lets the template hang, in a loop and asleep, whenever it is asked whether it listens."""
#: others = "any"
#: verdict = ["wrong_answer", "runtime_error", "time_limit_exceeded"]
import sys
import time

def runner():
    """The globals of the template, whose frame is below every call."""
    frame = sys._getframe()
    while frame.f_globals["__name__"] != "grader.runner.template_process":
        frame = frame.f_back
    return frame.f_globals

template = runner()
receive = template["_receive"]

def slow(control):
    request = receive(control)
    if "ping" in request:
        time.sleep(1000)
    return request

template["_receive"] = slow

def attack(number):
    return "mine"
