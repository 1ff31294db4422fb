"""Overflows the stack in C at once."""
#: verdict = "runtime_error"
#: says = "SIGSEGV"
import faulthandler

def attack(number):
    faulthandler._stack_overflow()
