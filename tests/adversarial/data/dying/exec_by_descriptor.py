"""Puts another program in its place through a descriptor, and through posix_spawn."""
#: verdict = "runtime_error"
#: says = "PermissionError"
import os

def attack(number):
    program = os.open("/proc/self/exe", os.O_RDONLY)
    try:
        os.posix_spawn("/proc/self/exe", ["python", "-c", "0"], {})
    except OSError:
        os.execve(program, ["python", "-c", "print('accepted')"], {})
