"""Takes shared anonymous memory, which children inherit and no limit of a process may count."""
#: verdict = "memory_limit_exceeded"
import mmap

def attack(number):
    hoard = []
    while True:
        hoard.append(mmap.mmap(-1, 32 << 20, flags=mmap.MAP_SHARED))
