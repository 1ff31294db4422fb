"""Patches the template that serves its calls: it answers twice, late, and for others."""
#: others = "any"
#: verdict = ["wrong_answer", "runtime_error"]
import sys

def runner():
    """The globals of the template, whose frame is below every call."""
    frame = sys._getframe()
    while frame.f_globals["__name__"] != "grader.runner.template_process":
        frame = frame.f_back
    return frame.f_globals

template = runner()
send = template["_send"]

def noisy(control, message):
    send(control, message)
    send(control, {"pong": -1})
    send(control, {"loaded": []})

template["_send"] = noisy
template["student_call"].carry_out_call = lambda *args: {"kind": "answer"}

def attack(number):
    return "mine"
