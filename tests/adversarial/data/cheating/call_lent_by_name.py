"""Asks the runner for the lent function, where it would have to be."""
#: actual = "'not lent'"
import gc
import sys

def runner():
    """The globals of the template, whose frame is below every call."""
    frame = sys._getframe()
    while frame.f_globals["__name__"] != "grader.runner.template_process":
        frame = frame.f_back
    return frame.f_globals

def attack(number):
    gc.unfreeze()
    for thing in gc.get_objects():
        if type(thing).__name__ == "FunctionLender":
            call = runner()["student_call"]
            try:
                return thing.lend(call.Lent("secret", 0))(number)
            except KeyError:
                return "not lent"
    return "no lender"
