"""Loads a system-call filter of its own, which lets nobody answer, read or end."""
#: verdict = ["runtime_error", "time_limit_exceeded"]
import ctypes
import struct

libc = ctypes.CDLL(None, use_errno=True)

class Program(ctypes.Structure):
    _fields_ = [("length", ctypes.c_ushort), ("code", ctypes.c_void_p)]

def attack(number):
    code = struct.pack("HBBI", 0x06, 0, 0, 0x00050000 | 38)  # every call: "not implemented"
    held = ctypes.create_string_buffer(code, len(code))
    libc.prctl(22, 2, ctypes.byref(Program(1, ctypes.cast(held, ctypes.c_void_p))), 0, 0)
    return "silent"
