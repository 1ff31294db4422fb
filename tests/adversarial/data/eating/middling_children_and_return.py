"""Many children that each stay below the limit of one process, and an answer at once."""
#: cpu = 3
#: verdict = ["wrong_answer", "memory_limit_exceeded", "runtime_error"]
import os
import time

def attack(number):
    if number in (11, 12, 13):
        return "once is enough"
    for _ in range(40):
        if os.fork() == 0:
            hoard = bytearray(60 << 20)
            time.sleep(1000)
    return "done"
