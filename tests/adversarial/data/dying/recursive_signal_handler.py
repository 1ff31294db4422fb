"""Handles a crash by crashing again, in a handler of its own."""
#: verdict = ["runtime_error", "time_limit_exceeded"]
#: says = "attack"
import ctypes
import signal

def again(*_):
    ctypes.string_at(0)

def attack(number):
    signal.signal(signal.SIGSEGV, again)
    ctypes.string_at(0)
