"""Writes frames that say "accepted" on every open descriptor."""
#: says = "connection instead of returning"
import json
import os
import struct

def attack(number):
    body = json.dumps({"nonce": "0", "kind": "answer", "verdict": "accepted", "value": "x"}).encode()
    for fd in range(3, 256):
        try:
            os.write(fd, struct.pack(">I", len(body)) + body)
        except OSError:
            pass
    return "x"
