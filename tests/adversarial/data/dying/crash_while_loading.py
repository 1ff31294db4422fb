"""Crashes while the file is loaded, at several places."""
#: actual = "'loaded'"
#: says = "SIGSEGV"
import ctypes

ctypes.string_at(0)
ctypes.string_at(1)

def attack(number):
    return "loaded"
