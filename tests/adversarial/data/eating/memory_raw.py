"""Takes memory by system calls, page by page, and touches it."""
#: cpu = 3
#: verdict = "memory_limit_exceeded"
import mmap

def attack(number):
    if number in (11, 12, 13):
        return "once is enough"
    hoard = []
    while True:
        hoard.append(mmap.mmap(-1, 16 << 20))
        hoard[-1][:] = b"x" * (16 << 20)
