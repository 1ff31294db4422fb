"""Raises what Ctrl-C raises, which would end a grader."""
#: verdict = "runtime_error"
#: says = "KeyboardInterrupt"

def attack(number):
    raise KeyboardInterrupt
