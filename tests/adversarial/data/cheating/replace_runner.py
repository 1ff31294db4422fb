"""Replaces the functions of the runner by its own before the attacked function is called."""
#: verdict = ["wrong_answer", "runtime_error"]
#: others = "any"
import sys

def runner():
    """The globals of the template, whose frame is below every call."""
    frame = sys._getframe()
    while frame.f_globals["__name__"] != "grader.runner.template_process":
        frame = frame.f_back
    return frame.f_globals

call = runner()["student_call"]

def answer(request, lender, codec):
    return {"nonce": request["nonce"], "kind": "answer", "verdict": "accepted",
            "value": request["args"][1], "score": 100, "calls": {}, "changed": [], "log": [0]}

call.carry_out_call = answer

def attack(number):
    return "never called"
