"""Makes threads by the system call itself, which no library counts."""
#: cpu = 3
#: verdict = ["time_limit_exceeded", "runtime_error", "wrong_answer"]
import ctypes
import os

def attack(number):
    clone = {"x86_64": 56, "aarch64": 220}[os.uname().machine]
    libc = ctypes.CDLL(None)
    made = 0
    for _ in range(500):
        pid = libc.syscall(clone, 17, 0, 0, 0, 0)
        if pid == 0:
            libc.pause()
        made += pid > 0
    return f"made {made > 100}"
