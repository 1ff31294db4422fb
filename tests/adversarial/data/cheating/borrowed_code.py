"""Takes the code out of the function it is lent, and tries to hand it to itself in another task."""
#: actual = "'no code'"
import sys

CODE = []

def runner():
    """The globals of the template, whose frame is below every call."""
    frame = sys._getframe()
    while frame.f_globals["__name__"] != "grader.runner.template_process":
        frame = frame.f_back
    return frame.f_globals

def borrow(secret, number):
    for cell in secret.__closure__ or ():
        inner = cell.cell_contents
        if callable(inner):
            CODE.append((inner.__code__.co_consts, inner.__globals__.get("KEY")))
    setattr(runner()["student_call"], "CODE", CODE)
    globals()["attack"] = lambda number: secret(number)
    return secret(number)

def attack(number):
    return repr(CODE or getattr(runner()["student_call"], "CODE", "no code")).strip("'")
