"""Writes into small integers and interned texts of the interpreter."""
#: verdict = ["wrong_answer", "runtime_error", "time_limit_exceeded", "invalid_return"]
import ctypes

def attack(number):
    size = (42).__sizeof__() - 4
    # The digit of a small int stands at its end.
    ctypes.memmove(id(42) + size, (43).to_bytes(4, "little"), 4)
    ctypes.memmove(id(7) + size, (8).to_bytes(4, "little"), 4)
    return 7
