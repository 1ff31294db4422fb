"""Ends its process by the system call itself."""
#: verdict = "runtime_error"
#: says = "status 7"
import ctypes
import os

def attack(number):
    ctypes.CDLL(None).syscall({"x86_64": 231, "aarch64": 94}[os.uname().machine], 7)
