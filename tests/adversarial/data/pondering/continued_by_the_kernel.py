"""Has the kernel continue it, for a timer and for whatever anybody does to a file."""
import ctypes
import fcntl
import os
import signal
import struct
import threading

libc = ctypes.CDLL(None)
count = 0
done = []

def ponder():
    global count
    while True:
        count += 1

def arm_timer():
    event = struct.pack("Qii", 0, signal.SIGCONT, 0).ljust(64, b"\0")
    held = ctypes.c_void_p()
    if libc.timer_create(1, event, ctypes.byref(held)) == 0:
        done.append("timer")
        libc.timer_settime(held, 0, struct.pack("QQQQ", 0, 10**7, 0, 10**7), None)

def arm_descriptor():
    watch = libc.inotify_init()
    libc.inotify_add_watch(watch, b"/usr/lib", 0xFFF)
    try:
        fcntl.fcntl(watch, fcntl.F_SETOWN, os.getpid())
        fcntl.fcntl(watch, fcntl.F_SETSIG, signal.SIGCONT)
        fcntl.fcntl(watch, fcntl.F_SETFL, os.O_ASYNC)
        done.append("descriptor")
    except OSError:
        pass

def attack(number):
    if threading.active_count() == 1:
        threading.Thread(target=ponder, daemon=True).start()
        arm_timer()
        arm_descriptor()
    return done or count
