"""Answers by itself with the right nonce and a wrong value; then the real answer comes as well."""
#: actual = "'forged'"
import json
import os
import sys

def attack(number):
    nonce = sys._getframe(1).f_locals["request"]["nonce"]
    body = json.dumps({"nonce": nonce, "kind": "answer", "value": "forged", "cpu_us": -1,
                       "verdict": "accepted", "calls": {"threshold": 1}}).encode()
    control = next(int(fd) for fd in os.listdir("/proc/self/fd") if "socket" in os.path.realpath(f"/proc/self/fd/{fd}"))
    os.write(control, len(body).to_bytes(4, "big") + body)
    return "real"
