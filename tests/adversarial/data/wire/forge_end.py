"""Says in the template's place that the process has ended, with strange statuses."""
#: verdict = "runtime_error"
import json
import os

def attack(number):
    control = next(int(fd) for fd in os.listdir("/proc/self/fd") if "socket" in os.path.realpath(f"/proc/self/fd/{fd}"))
    for status in (-(10**9), 10**15, "killed \x1b[31m", None, [[[]]], True):
        body = json.dumps({"ended": status}).encode()
        os.write(control, len(body).to_bytes(4, "big") + body)
    return "ended"
