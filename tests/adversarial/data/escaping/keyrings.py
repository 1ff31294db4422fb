"""Leaves a secret in a keyring of the kernel, or reads one that is there."""
#: actual = "[]"
import ctypes
import os

libc = ctypes.CDLL(None, use_errno=True)
X86 = os.uname().machine == "x86_64"

def attack(number):
    add, request, control = (248, 249, 250) if X86 else (217, 218, 219)
    done = []
    for ring in (-1, -2, -3, -4, -5):
        if libc.syscall(add, b"user", b"@MARK@", b"secret", 6, ring) >= 0:
            done.append("add_key")
        if libc.syscall(control, 0, ring, 1) >= 0:
            done.append("keyctl")
    if libc.syscall(request, b"user", b"@MARK@", None, -3) >= 0:
        done.append("request_key")
    return done
