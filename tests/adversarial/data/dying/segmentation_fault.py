"""Reads address zero."""
#: verdict = "runtime_error"
#: says = "SIGSEGV"
import ctypes

def attack(number):
    ctypes.string_at(0)
