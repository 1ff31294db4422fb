"""Does things through io_uring, which goes past filters of system calls."""
#: actual = "[]"
import ctypes

libc = ctypes.CDLL(None, use_errno=True)

def attack(number):
    parameters = ctypes.create_string_buffer(120)
    return [nr for nr in (425, 426, 427) if libc.syscall(nr, 1, parameters, 0, 0, 0, 0) >= 0]
