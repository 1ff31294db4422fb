"""Looks for processes outside, by number and by every list there is."""
#: actual = "[]"
import os
import signal

def attack(number):
    seen = [pid for pid in os.listdir("/proc") if pid.isdigit() and int(pid) > 1000]
    try:
        os.kill(@GRADER@, 0)
        if not os.path.exists("/proc/@GRADER@"):
            seen.append("@GRADER@")
    except OSError:
        pass
    return [pid for pid in seen if b"bwrap" in open(f"/proc/{pid}/cmdline", "rb").read()]
