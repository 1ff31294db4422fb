"""Takes shared memory that stands for a device of zeros."""
#: verdict = ["runtime_error", "memory_limit_exceeded"]
import mmap
import os

def attack(number):
    device, hoard = os.open("/dev/zero", os.O_RDWR), []
    while True:
        hoard.append(mmap.mmap(device, 32 << 20, flags=mmap.MAP_SHARED))
