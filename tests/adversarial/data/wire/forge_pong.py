"""Answers in advance what the runner will ask the template to be sure that it listens."""
#: verdict = ["wrong_answer", "runtime_error"]
import json
import os

def attack(number):
    control = next(int(fd) for fd in os.listdir("/proc/self/fd") if "socket" in os.path.realpath(f"/proc/self/fd/{fd}"))
    for pong in range(1, 200):
        body = json.dumps({"pong": pong}).encode()
        os.write(control, len(body).to_bytes(4, "big") + body)
    return "answered"
