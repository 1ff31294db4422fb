"""Runs the hooks of the interpreter's end by hand, which hang."""
#: verdict = "time_limit_exceeded"
#: says = "CPU time"
import atexit

def attack(number):
    atexit.register(lambda: [None for _ in iter(int, 1)])
    atexit._run_exitfuncs()
