"""Looks for capabilities, groups and identities that the sandbox has forgotten to give up."""
#: actual = "[]"
import os

def attack(number):
    found = []
    for task in os.listdir("/proc/self/task"):
        for line in open(f"/proc/self/task/{task}/status"):
            name, _, value = line.partition(":")
            value = value.strip()
            if name in ("CapInh", "CapPrm", "CapEff", "CapAmb") and int(value, 16):
                found.append(line)
            if name == "NoNewPrivs" and value != "1" or name == "Seccomp" and value != "2":
                found.append(line)
            if name in ("Uid", "Gid") and "0" in value.split():
                found.append(line)
    return found
