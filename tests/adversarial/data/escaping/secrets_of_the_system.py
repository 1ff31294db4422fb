"""Reads what only some may read, or nobody needs: shadow, keys, logs, home folders."""
#: actual = "[]"
import glob

PATHS = ["/etc/shadow", "/etc/gshadow", "/etc/sudoers", "/root/.ssh/*", "/home/*/*", "/root/.*",
         "/etc/ssh/*", "/var/log/*", "/var/mail/*", "/var/lib/*", "/var/cache/*", "/mnt/*", "/media/*",
         "/proc/kcore", "/proc/kmsg", "/proc/keys", "/dev/mem", "/dev/kmsg", "/dev/sd*", "/dev/vd*",
         "/boot/*", "/sys/firmware/*", "/sys/fs/cgroup/*", "/run/*", "@PRIVATE@", "/etc/passwd"]

def attack(number):
    seen = []
    for pattern in PATHS:
        for path in glob.glob(pattern):
            try:
                if open(path, "rb").read(1):
                    seen.append(path)
            except OSError:
                pass
    # An image brings an account list of its own; whose it is shows by what it does not say.
    return [path for path in seen if path != "/etc/passwd"]
