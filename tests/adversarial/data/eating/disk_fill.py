"""Fills the disk, wherever something can be written."""
#: actual = "[]"
import os

PLACES = ["/", "/tmp", "/var/tmp", "/dev", "/dev/shm", "/run", "/home", "/root", "/usr", "/etc", ".",
          "/proc/self", "/packages", "/opt", "/lib", "/lib64", "/run/lock", "/dev/mqueue", "/sys"]

def attack(number):
    written = []
    for place in PLACES:
        try:
            with open(f"{place}/@MARK@", "wb") as file:
                for _ in range(1024):
                    file.write(bytes(1 << 20))
                written.append(place)
        except OSError:
            if os.path.exists(f"{place}/@MARK@"):
                written.append(place)
    return written
