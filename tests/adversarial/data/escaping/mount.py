"""Mounts something, in every way that there is."""
#: actual = "[]"
import ctypes
import os

libc = ctypes.CDLL(None, use_errno=True)
X86 = os.uname().machine == "x86_64"
CALLS = {"open_tree": 428, "move_mount": 429, "fsopen": 430, "fsconfig": 431, "fsmount": 432,
         "fspick": 433, "mount_setattr": 442, "pivot_root": 155 if X86 else 41,
         "chroot": 161 if X86 else 51, "umount2": 166 if X86 else 39}

def attack(number):
    done = []
    for kind in (b"tmpfs", b"proc", b"sysfs", b"overlay", b"ext4", b"cgroup2", b"mqueue"):
        if libc.mount(kind, b"/dev", kind, 0, None) == 0:
            done.append(kind.decode())
    for flags in (0x1000, 0x1020, 1 << 18, 1 << 20):
        if libc.mount(b"/usr", b"/dev", None, flags, None) == 0:
            done.append(f"bind {flags}")
    for name, nr in CALLS.items():
        if libc.syscall(nr, b"/", b"/", 0, 0, 0) >= 0:
            done.append(name)
    return done
