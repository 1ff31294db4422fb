"""Makes files without names, which nobody can find and remove."""
#: actual = "[]"
import os
import tempfile

def attack(number):
    made = []
    for place in ("/", "/tmp", "/dev/shm", "/var/tmp", "/dev", "/run", "/proc/self/cwd"):
        try:
            made.append(os.open(place, os.O_TMPFILE | os.O_RDWR))
        except OSError:
            pass
    try:
        made.append(tempfile.TemporaryFile())
    except OSError:
        pass
    return made
