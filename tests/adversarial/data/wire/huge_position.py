"""Says that it is at statements whose positions are as long as a message may be, again and again."""
#: others = "any"
#: verdict = ["load_error", "not_attempted"]
#: says = "used up what was left of the time for loading"
import json
import os
import time

control = next(int(fd) for fd in os.listdir("/proc/self/fd") if "socket" in os.path.realpath(f"/proc/self/fd/{fd}"))
body = json.dumps({"at": [0] * 650_000}).encode()
while True:
    data = memoryview(len(body).to_bytes(4, "big") + body)
    while data:
        data = data[os.write(control, data):]
    end = time.process_time() + 0.25
    while time.process_time() < end:
        pass

def attack(number):
    return "loaded"
