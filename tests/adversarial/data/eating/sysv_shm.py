"""Takes memory that belongs to no process: System V shared memory."""
#: actual = "-1"
import ctypes
import os

def attack(number):
    number = {"x86_64": 29, "aarch64": 194}[os.uname().machine]
    return ctypes.CDLL(None).syscall(number, 0, 1 << 30, 0o1666)
