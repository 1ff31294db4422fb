"""Runs bytes that are no instruction, in memory that is made executable for that."""
#: verdict = "runtime_error"
#: says = "crashed (SIG"
import ctypes
import mmap

def attack(number):
    page = mmap.mmap(-1, 4096, prot=mmap.PROT_READ | mmap.PROT_WRITE | mmap.PROT_EXEC)
    page.write(b"\x0f\x0b" * 8 if ctypes.sizeof(ctypes.c_void_p) == 8 else b"\0" * 16)
    address = ctypes.addressof(ctypes.c_char.from_buffer(page))
    ctypes.CFUNCTYPE(None)(address)()
