"""Hooks into everything that is executed after it returns: trace, profile, audit."""
#: verdict = "runtime_error"
import sys
import threading

def hook(*args):
    frame = args[0] if hasattr(args[0], "f_locals") else sys._getframe(1)
    for name, value in frame.f_locals.items():
        if name == "reply" and isinstance(value, dict):
            value["value"], value["verdict"] = "seen", "accepted"
    return hook

def attack(number):
    sys.addaudithook(hook)
    sys.settrace(hook)
    sys.setprofile(hook)
    threading.settrace(hook)
    sys._getframe(1).f_trace = hook
    return "mine"
