"""Looks for programs that would give it another identity, and for descriptors left open."""
#: actual = "[]"
import os
import stat

def attack(number):
    found = []
    for top in ("/usr/bin", "/usr/sbin", "/bin", "/sbin", "/usr/lib", "/usr/libexec", "/opt"):
        for folder, _, files in os.walk(top):
            if folder.count("/") > 3:
                continue
            for name in files:
                try:
                    status = os.lstat(f"{folder}/{name}")
                except OSError:
                    continue
                # An image has some; with no new privileges they give none.
                if status.st_mode & stat.S_ISUID and not os.path.exists("/usr/bin/dpkg"):
                    found.append(f"{folder}/{name}")
    for fd in os.listdir("/proc/self/fd"):
        target = os.path.realpath(f"/proc/self/fd/{fd}")
        if not any(word in target for word in ("socket:", "pipe:", "/dev/null", "/proc/")):
            found.append(target)
    return found
