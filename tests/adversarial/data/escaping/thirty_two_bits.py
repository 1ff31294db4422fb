"""Makes a system call by the old interrupt, in the numbers of 32 bits."""
#: verdict = "runtime_error"
#: says = "SIGSYS"
import ctypes
import mmap
import os
import signal

def attack(number):
    if os.uname().machine == "x86_64":
        page = mmap.mmap(-1, 4096, prot=mmap.PROT_READ | mmap.PROT_WRITE | mmap.PROT_EXEC)
        page.write(b"\xb8\x14\x00\x00\x00\xcd\x80\xc3")  # mov eax, 20; int 0x80; ret
        return ctypes.CFUNCTYPE(ctypes.c_int)(ctypes.addressof(ctypes.c_char.from_buffer(page)))()
    os.kill(os.getpid(), signal.SIGSYS)
    signal.pause()
