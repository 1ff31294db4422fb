"""Raises what pytest raises to end a run with success."""
#: verdict = "runtime_error"
#: says = "Exit"

class Exit(BaseException):
    __module__ = "_pytest.outcomes"
    returncode = 0

def attack(number):
    try:
        import pytest
        pytest.exit("accepted", 0)
    except ImportError:
        raise Exit("accepted")
