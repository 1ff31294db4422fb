"""Leaves locks on files that everybody shares, so that others would wait for ever."""
#: verdict = ["wrong_answer", "runtime_error"]
import fcntl
import os
import time

def attack(number):
    if os.fork() == 0:
        os.setsid()
        for path in (os.__file__, os.path.realpath("/proc/self/exe"), "/dev/null", "/dev/urandom"):
            try:
                fcntl.flock(os.open(path, os.O_RDONLY), fcntl.LOCK_EX)
            except OSError:
                pass
        time.sleep(1000)
    return "locked"
