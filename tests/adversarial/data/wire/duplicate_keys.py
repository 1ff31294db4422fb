"""Sends an object in which a key occurs twice, for readers that disagree."""
#: says = "connection instead of returning"
import os
import sys

def attack(number):
    nonce = sys._getframe(1).f_locals["request"]["nonce"]
    body = '{"nonce":"%s","kind":"raised","kind":"answer","value":1,"value":2}' % nonce
    for fd in range(3, 64):
        try:
            os.write(fd, len(body).to_bytes(4, "big") + body.encode())
        except OSError:
            pass
    return 1
