"""Becomes another user, and takes back capabilities."""
#: actual = "[]"
import ctypes
import os

libc = ctypes.CDLL(None, use_errno=True)

def attack(number):
    done = []
    for name, arguments in (("setuid", (0,)), ("setgid", (0,)), ("setgroups", ([0],)),
                            ("setresuid", (0, 0, 0)), ("setreuid", (0, 0)), ("seteuid", (0,)),
                            ("chown", ("/", 0, 0)), ("chroot", ("/",)), ("chmod", ("/", 0o777))):
        try:
            getattr(os, name)(*arguments)
            done.append(name)
        except OSError:
            pass
    for option, value in ((24, 21), (28, 63), (47, 2), (38, 0)):
        if libc.prctl(option, value, 1 if option == 47 else 0, 0, 0) == 0:
            done.append(option)
    status = open("/proc/self/status").read()
    return done + [line for line in status.splitlines() if line.startswith("CapEff") and int(line.split()[1], 16)]
