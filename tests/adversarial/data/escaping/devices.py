"""Makes devices, and opens those that there are."""
#: actual = "[]"
import os
import stat

def attack(number):
    done = []
    for place in ("/dev", "/tmp", "/", "."):
        for kind, major, minor in ((stat.S_IFBLK, 254, 0), (stat.S_IFCHR, 1, 1), (stat.S_IFCHR, 10, 229)):
            try:
                os.mknod(f"{place}/@MARK@", kind | 0o666, os.makedev(major, minor))
                done.append(place)
            except OSError:
                pass
    harmless = {"null", "zero", "full", "random", "urandom", "tty", "ptmx", "console"}
    for name in os.listdir("/dev"):
        path = f"/dev/{name}"
        if name not in harmless and stat.S_IFMT(os.lstat(path).st_mode) in (stat.S_IFBLK, stat.S_IFCHR):
            done.append(name)
    return done
