"""Traces, reads and writes the memory of the template, of PID 1 and of its own children."""
#: actual = "[]"
import ctypes
import os
import signal

libc = ctypes.CDLL(None, use_errno=True)
X86 = os.uname().machine == "x86_64"

def attack(number):
    done = []
    child = os.fork()
    if child == 0:
        signal.pause()
    for pid in (1, os.getppid(), child):
        for request in (16, 0x4206):
            if libc.ptrace(request, pid, 0, 0) >= 0:
                done.append(f"ptrace {pid == 1}")
        for nr in ((310, 311) if X86 else (270, 271)):
            vector = (ctypes.c_size_t * 2)(id(done), 8)
            if libc.syscall(nr, pid, vector, 1, vector, 1, 0) >= 0:
                done.append("process_vm")
        if libc.syscall(434, pid, 0) >= 0:
            done.append("pidfd_open")
        for file in ("mem", "maps", "environ", "syscall", "stack", "clear_refs", "map_files", "fd", "pagemap"):
            try:
                if file in ("fd", "map_files"):
                    done += os.listdir(f"/proc/{pid}/{file}")
                else:
                    open(f"/proc/{pid}/{file}", "wb" if file == "clear_refs" else "rb").read(1)
                    done.append(file)
            except OSError:
                pass
        try:
            open(f"/proc/{pid}/mem", "r+b")
            done.append("mem, to write")
        except OSError:
            pass
    if libc.ptrace(0, 0, 0, 0) == 0:
        done.append("traced by the parent")
    return done
