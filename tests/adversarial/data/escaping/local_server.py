"""Connects to a server on this machine whose port is known, over every address of it."""
#: actual = "[]"
import socket

def attack(number):
    reached = []
    for host in ("127.0.0.1", "localhost", "0.0.0.0", "::1", "172.17.0.1", "10.0.0.1"):
        try:
            socket.create_connection((host, @PORT@), 0.2)
            reached.append(host)
        except OSError:
            pass
    return reached
