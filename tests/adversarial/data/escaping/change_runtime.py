"""Changes the interpreter and its library, for the next submission."""
#: actual = "[]"
import glob
import os

def attack(number):
    changed = []
    library = os.path.dirname(os.__file__)
    for path in (os.__file__, os.path.realpath("/proc/self/exe"), f"{library}/@MARK@.py",
                 f"{library}/site-packages/@MARK@.pth", f"{library}/__pycache__/os.cpython-311.pyc",
                 *glob.glob("/packages/numpy/__init__.py"), *glob.glob("/lib/*-linux-gnu/libc.so.6")):
        for change in (lambda p: open(p, "ab").close(), os.remove, lambda p: os.rename(p, p + "x"),
                       lambda p: os.utime(p, (0, 0)), lambda p: os.chmod(p, 0o777)):
            try:
                change(path)
                changed.append(path)
            except OSError:
                pass
    return changed
