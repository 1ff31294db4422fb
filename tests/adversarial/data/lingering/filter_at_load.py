"""Loads a system-call filter of its own while it is loaded: the template cannot fork any more."""
#: others = "any"
#: verdict = ["wrong_answer", "runtime_error", "time_limit_exceeded"]
import ctypes
import os
import struct

libc = ctypes.CDLL(None, use_errno=True)
fork = {"x86_64": 56, "aarch64": 220}[os.uname().machine]

class Program(ctypes.Structure):
    _fields_ = [("length", ctypes.c_ushort), ("code", ctypes.c_void_p)]

code = (struct.pack("HBBI", 0x20, 0, 0, 0) + struct.pack("HBBI", 0x15, 0, 1, fork)
        + struct.pack("HBBI", 0x06, 0, 0, 0x00050000 | 11) + struct.pack("HBBI", 0x06, 0, 0, 0x7FFF0000))
held = ctypes.create_string_buffer(code, len(code))
libc.prctl(22, 2, ctypes.byref(Program(4, ctypes.cast(held, ctypes.c_void_p))), 0, 0)

def attack(number):
    return "never forked"
