"""Says that it is at another statement, and then runs too long, so that others are left out."""
#: others = "any"
#: verdict = ["wrong_answer", "load_error", "not_attempted", "runtime_error", "time_limit_exceeded"]
import json
import os

control = next(int(fd) for fd in os.listdir("/proc/self/fd") if "socket" in os.path.realpath(f"/proc/self/fd/{fd}"))
for at in ([0, 0], [-1, 0], ["x"], [10**15, 3], None, [True, True], {"x": 1}):
    body = json.dumps({"at": at}).encode()
    os.write(control, len(body).to_bytes(4, "big") + body)
while True:
    pass

def attack(number):
    return "loaded"
