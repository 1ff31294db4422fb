"""Makes as many files, folders, links and pipes as there can be."""
#: actual = "[]"
import os

def attack(number):
    made = []
    for place in ("/", "/tmp", "/dev", "/dev/shm", "/var/tmp", "/run", ".", "/proc", "/etc"):
        for count in range(1000):
            name = f"{place}/@MARK@-{count}"
            for make in (os.mkdir, os.mkfifo, lambda path: os.symlink("/", path),
                         lambda path: os.link("/etc/ld.so.cache", path)):
                try:
                    make(name)
                    made.append(name)
                except OSError:
                    pass
            if not made:
                break
    return made
