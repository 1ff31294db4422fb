"""Writes settings of the kernel, first of all the one that starts a program as root."""
#: actual = "[]"
import glob

def attack(number):
    written = []
    for path in ("/proc/sys/kernel/core_pattern", "/proc/sys/kernel/hostname", "/proc/sysrq-trigger",
                 "/proc/sys/kernel/modprobe", "/proc/sys/vm/overcommit_memory", "/proc/sys/kernel/ns_last_pid",
                 "/proc/1/oom_score_adj", "/proc/irq/0/smp_affinity", "/proc/self/uid_map",
                 "/proc/self/gid_map", "/proc/self/setgroups", "/proc/self/projid_map",
                 "/sys/kernel/uevent_helper", *glob.glob("/sys/fs/cgroup/**/release_agent")):
        try:
            with open(path, "w") as file:
                file.write("|/tmp/@MARK@")
            written.append(path)
        except OSError:
            pass
    return written
