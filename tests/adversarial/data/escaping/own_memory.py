"""Writes its own code and read-only memory through /proc/self/mem, which ignores protection."""
#: verdict = ["wrong_answer", "runtime_error"]
import os

def attack(number):
    try:
        memory = open("/proc/self/mem", "r+b", buffering=0)
        for line in open("/proc/self/maps"):
            if " r-xp " in line and "python" in line:
                memory.seek(int(line.split("-")[0], 16))
                memory.write(b"\xcc" * 65536)
    except OSError:
        return "refused"
    return "written"
