"""Adds notes to exceptions, and suggestions, and frames that say other file names."""
#: verdict = "runtime_error"
#: says = "ValueError: x"

def attack(number):
    problem = ValueError("x")
    for n in range(1000):
        problem.add_note("::error::accepted\x1b[31m" * 100)
    problem.__traceback__ = None
    exec(compile("raise problem", "<grader.runner.student_call>", "exec"), {"problem": problem})
