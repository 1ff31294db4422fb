"""Many children that each stay below the limit of one process."""
#: cpu = 3
#: verdict = ["memory_limit_exceeded", "runtime_error", "time_limit_exceeded"]
import os
import time

def attack(number):
    for _ in range(40):
        if os.fork() == 0:
            hoard = bytearray(100 << 20)
            time.sleep(1000)
    time.sleep(1000)
