"""Reads environments: its own, the runner's, the grader's."""
#: actual = "[]"
import os

# Of an image, or of the sandbox itself.
ORDINARY = {"HOME", "HOSTNAME", "PATH", "LANG", "LC_CTYPE", "PWD",
            "PYTHONHASHSEED", "OPENBLAS_NUM_THREADS", "MALLOC_ARENA_MAX"}

def attack(number):
    seen = [name for name in os.environ if name not in ORDINARY]
    for pid in ("1", "2", "@GRADER@", str(os.getppid())):
        for file in ("environ", "maps", "mem", "auxv", "io", "stack", "root", "cwd", "exe"):
            try:
                path = f"/proc/{pid}/{file}"
                text = os.readlink(path) if file in ("root", "cwd", "exe") else open(path).read()
                if text or file != "environ":
                    seen.append(path)
            except (OSError, UnicodeDecodeError):
                pass
    return seen
