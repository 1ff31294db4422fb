"""Lengthens files that exist, allocates blocks for them, and copies into them."""
#: actual = "[]"
import os

def attack(number):
    grown = []
    for path in ("/etc/ld.so.cache", os.__file__, "/proc/self/exe", "/dev/null", "/dev/full"):
        for grow in (lambda p: os.truncate(p, 1 << 30),
                     lambda p: os.posix_fallocate(os.open(p, os.O_RDWR), 0, 1 << 30)):
            try:
                grow(path)
                grown.append(path)
            except OSError:
                pass
    return grown
