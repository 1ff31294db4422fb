"""Ends its main thread only; a second one keeps the process alive."""
#: verdict = "time_limit_exceeded"
import ctypes
import os
import threading
import time

def attack(number):
    threading.Thread(target=time.sleep, args=(1000,)).start()
    ctypes.CDLL(None).syscall({"x86_64": 60, "aarch64": 93}[os.uname().machine], 0)
