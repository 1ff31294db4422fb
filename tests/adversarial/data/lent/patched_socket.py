"""Replaces socket and what is below it, before what it is lent is called."""
#: never = ["\u006eobody can guess", "\u00660c1be7d0b14f"]
import _socket
import os
import select
import socket

SEEN = []

class Spy(_socket.socket):
    def recv(self, *args):
        data = super().recv(*args)
        SEEN.append(data)
        return data

    def sendall(self, data, *args):
        SEEN.append(data)
        return super().sendall(data, *args)

_socket.socket = socket.socket = _socket.SocketType = socket.SocketType = Spy
os.read = os.write = select.select = select.poll = None

def borrow(secret, number):
    right = secret(number)
    return SEEN or right

def attack(number):
    return "no idea"
