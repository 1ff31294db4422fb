"""Runs other programs."""
#: actual = "[]"
import os
import subprocess
import sys

def attack(number):
    ran = []
    for command in ("/bin/sh", "/bin/true", os.path.realpath("/proc/self/exe"), "/usr/bin/env", "/lib64/ld-linux-x86-64.so.2"):
        for run in (lambda c: subprocess.run([c, "--version"], check=True), lambda c: os.posix_spawn(c, [c], {}),
                    lambda c: os.system(c) and 1 / 0, lambda c: os.popen(c).read() or 1 / 0):
            try:
                run(command)
                ran.append(command)
            except (OSError, ArithmeticError, subprocess.SubprocessError):
                pass
    return ran
