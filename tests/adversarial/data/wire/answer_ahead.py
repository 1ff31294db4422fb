"""Answers the next calls as well, with the nonce of this one, for a hundred calls ahead."""
#: verdict = ["wrong_answer", "runtime_error"]
import json
import os
import sys

def attack(number):
    nonce = sys._getframe(1).f_locals["request"]["nonce"]
    body = json.dumps({"nonce": nonce, "kind": "answer", "value": "ahead", "changed": [0, 0, -1, 10**9],
                       "calls": {"\u202e": 1e9 > 1}, "log": {"x": 1}, "traceback": ["x"]}).encode()
    control = next(int(fd) for fd in os.listdir("/proc/self/fd") if "socket" in os.path.realpath(f"/proc/self/fd/{fd}"))
    for _ in range(100):
        os.write(control, len(body).to_bytes(4, "big") + body)
    return "real"
