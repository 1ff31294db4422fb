"""Patches the template that serves its calls: it answers twice, late, and for others."""
#: others = "any"
#: verdict = ["wrong_answer", "runtime_error"]
import sys

template = sys.modules["grader.runner.template"]
send = template._send

def noisy(control, message):
    send(control, message)
    send(control, {"pong": -1})
    send(control, {"loaded": []})

template._send = noisy
template.call.answer = lambda *args: {"kind": "answer"}

def attack(number):
    return "mine"
