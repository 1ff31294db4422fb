"""Lets a thread of the template answer in the place of the process that was forked for the call."""
#: others = "any"
#: verdict = ["wrong_answer", "runtime_error", "time_limit_exceeded"]
import json
import mmap
import os
import sys
import threading
import time

page = mmap.mmap(-1, 4096)
control = next(int(fd) for fd in os.listdir("/proc/self/fd") if "socket" in os.path.realpath(f"/proc/self/fd/{fd}"))

def answer():
    while True:
        nonce = page[:16]
        if nonce.strip(b"\0"):
            page[:16] = bytes(16)
            for verdict in ("accepted", "passed", True):
                body = json.dumps({"nonce": nonce.decode(), "kind": "answer", "value": verdict, "verdict": verdict,
                                   "outcome": "answered", "loaded": [], "pong": nonce.decode()}).encode()
                os.write(control, len(body).to_bytes(4, "big") + body)
        time.sleep(0.001)

threading.Thread(target=answer, daemon=True).start()

def attack(number):
    frame = sys._getframe()
    while "request" not in frame.f_locals:
        frame = frame.f_back
    page[:16] = frame.f_locals["request"]["nonce"].encode()
    time.sleep(0.1)
    os._exit(0)
