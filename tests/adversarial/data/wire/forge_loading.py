"""Says how its loading went in the runner's place, with every type where another is expected."""
#: others = "any"
#: verdict = ["wrong_answer", "load_error", "not_attempted", "runtime_error"]
import json
import os

control = next(int(fd) for fd in os.listdir("/proc/self/fd") if "socket" in os.path.realpath(f"/proc/self/fd/{fd}"))
problems = [["\x1b[31m::error::" + "x" * 10_000, "\u202e" * 500, line, ["attack", 3, None]]
            for line in (True, False, -5, 10**15, None, "x", 1.5)]
body = json.dumps({"loaded": problems + [0, None, {}, [[]] * 4]}).replace("1.5", "15").encode()
os.write(control, len(body).to_bytes(4, "big") + body)

def attack(number):
    return "loaded"
