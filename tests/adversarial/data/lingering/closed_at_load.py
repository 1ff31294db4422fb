"""Closes the template's connection when it has said that it is ready."""
#: others = "any"
#: verdict = ["wrong_answer", "runtime_error", "not_attempted", "load_error"]
import sys

template = sys.modules["grader.runner.template"]
send = template._send

def last(control, message):
    send(control, message)
    if "loaded" in message:
        control.close()

template._send = last

def attack(number):
    return "mine"
