"""Replaces the functions of the runner by its own before the attacked function is called."""
#: verdict = ["wrong_answer", "runtime_error"]
#: others = "any"
import sys

call = sys.modules["grader.runner.call"]

def answer(request, lender, codec):
    return {"nonce": request["nonce"], "kind": "answer", "verdict": "accepted",
            "value": request["args"][1], "score": 100, "calls": {}, "changed": [], "log": [0]}

call.answer = answer

def attack(number):
    return "never called"
