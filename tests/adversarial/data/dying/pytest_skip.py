"""Raises what pytest raises to skip a test."""
#: verdict = "runtime_error"
#: says = "Skipped"

class Skipped(BaseException):
    __module__ = "_pytest.outcomes"
    allow_module_level = True
    msg = "accepted"

def attack(number):
    try:
        import pytest
        pytest.skip("accepted")
    except ImportError:
        raise Skipped("accepted")
