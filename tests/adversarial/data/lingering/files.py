"""Leaves files for the next call and the next submission, and looks for those of the last one."""
#: actual = "[]"
import glob
import os

def attack(number):
    found = []
    for place in ("/", "/tmp", "/var/tmp", "/dev", "/dev/shm", "/run", "/home", "/root", "/proc/self",
                  ".", "/packages", "/opt", "/usr", "/etc", "/lib"):
        found += glob.glob(f"{place}/@MARK@*")
        try:
            with open(f"{place}/@MARK@-file", "w") as file:
                file.write(str(number))
            found.append(place)
        except OSError:
            pass
    return found
