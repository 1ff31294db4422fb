"""Leaves a hook while it is loaded that raises, forks and ends processes whenever somebody forks."""
#: others = "any"
#: verdict = ["wrong_answer", "runtime_error", "time_limit_exceeded"]
import os

def after():
    if os.getpid() % 2:
        os._exit(0)

os.register_at_fork(after_in_child=after)

def attack(number):
    return "mine"
