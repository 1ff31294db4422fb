"""Opens its output for reading, and takes away what it and others print."""
import os

def attack(number):
    readers = []
    for fd in (1, 2):
        try:
            readers.append(os.open(f"/proc/self/fd/{fd}", os.O_RDONLY | os.O_NONBLOCK))
        except OSError:
            pass
    for reader in readers:
        try:
            os.read(reader, 1 << 20)
        except OSError:
            pass
    return "read"
