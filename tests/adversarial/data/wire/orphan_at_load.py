"""Forks while it is loaded and ends the parent: whom the runner knows is gone."""
#: verdict = ["wrong_answer", "runtime_error"]
#: others = "any"
import os

if os.fork():
    os._exit(0)

def attack(number):
    return "an orphan"
