"""Sends the trusted side a request of its own, for the source that it is not lent."""
#: says = "connection instead of returning"
import json
import os

def attack(number):
    for request in ({"op": "load", "program": {"functions": {"secret": ""}}}, {"op": "call"}):
        body = json.dumps(request).encode()
        for fd in range(3, 64):
            try:
                os.write(fd, len(body).to_bytes(4, "big") + body)
            except OSError:
                pass
    return "asked"
