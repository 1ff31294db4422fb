"""Raises a tree of exception groups with chains of causes."""
#: verdict = "runtime_error"
#: says = "ExceptionGroup"

def attack(number):
    problem = ValueError("leaf")
    for level in range(200):
        problem = ExceptionGroup(f"level {level}", [problem, ValueError("x" * 1000)])
        problem.__cause__ = ValueError(level)
    problem.__context__ = problem
    raise problem
