"""Tries every other door of the kernel that has been broken into before."""
#: actual = "[]"
import ctypes
import os

libc = ctypes.CDLL(None, use_errno=True)
X86 = os.uname().machine == "x86_64"
CALLS = {"bpf": (321, 280), "perf_event_open": (298, 241), "userfaultfd": (323, 282),
         "memfd_create": (319, 279), "memfd_secret": (447, 447), "kexec_load": (246, 104),
         "init_module": (175, 105), "finit_module": (313, 273), "delete_module": (176, 106),
         "reboot": (169, 142), "swapon": (167, 224), "syslog": (103, 116), "acct": (163, 89),
         "quotactl": (179, 60), "open_by_handle_at": (304, 265), "name_to_handle_at": (303, 264),
         "fanotify_init": (300, 262), "kcmp": (312, 272), "landlock": (444, 444),
         "sethostname": (170, 161), "lookup_dcookie": (212, 18), "iopl": (172, None),
         "ioperm": (173, None), "modify_ldt": (154, None), "vhangup": (153, 58), "nfsservctl": (180, 42),
         "personality": (135, 92), "pidfd_getfd": (438, 438), "process_madvise": (440, 440),
         "move_pages": (279, 239), "migrate_pages": (256, 238), "mbind": (237, 235)}

def attack(number):
    done = []
    buffer = ctypes.create_string_buffer(4096)
    for name, numbers in CALLS.items():
        nr = numbers[0 if X86 else 1]
        if nr is None:
            continue
        arguments = (0x20000,) if name == "personality" else (0, buffer, 0, 0, 0, 0)
        if name in ("move_pages", "migrate_pages"):
            arguments = (1, 1, buffer, buffer, buffer, 0)
        if name == "mbind":
            continue
        if libc.syscall(nr, *arguments) >= 0:
            done.append(name)
    return done
