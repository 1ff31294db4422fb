"""Makes namespaces of its own, in which it would be root."""
#: actual = "[]"
import ctypes
import os

libc = ctypes.CDLL(None, use_errno=True)
X86 = os.uname().machine == "x86_64"

def attack(number):
    done = []
    for bit in (0x80, 0x20000, 0x2000000, 0x4000000, 0x8000000, 0x10000000, 0x20000000, 0x40000000):
        if libc.unshare(bit) == 0:
            done.append(hex(bit))
        pid = libc.syscall(56 if X86 else 220, bit | 17, 0, 0, 0, 0)
        if pid == 0:
            os._exit(0)
        if pid > 0:
            done.append(f"clone {hex(bit)}")
    arguments = (ctypes.c_ulonglong * 8)(0x10000000, 0, 0, 0, 17, 0, 0, 0)
    pid = libc.syscall(435, arguments, 64)
    if pid == 0:
        os._exit(0)
    if pid > 0:
        done.append("clone3")
    for name in ("user", "mnt", "pid", "net", "ipc", "uts", "cgroup"):
        for pid in (1, os.getppid(), "self"):
            try:
                if libc.setns(os.open(f"/proc/{pid}/ns/{name}", os.O_RDONLY), 0) == 0:
                    done.append(f"setns {name}")
            except OSError:
                pass
    return done
