"""Leaves the code of the function it is lent wherever something might last."""
#: actual = "'nothing left'"
import marshal
import os
import socket

PLACES = ["/tmp/@MARK@", "/dev/shm/@MARK@", "/var/tmp/@MARK@", "@MARK@", "/proc/self/@MARK@",
          "/dev/@MARK@", "/dev/mqueue/@MARK@", "/packages/@MARK@"]

def borrow(secret, number):
    code = marshal.dumps((secret.__closure__ or [secret])[-1].__code__)
    for place in PLACES:
        try:
            with open(place, "wb") as file:
                file.write(code)
        except OSError:
            pass
    for address in ("\0@MARK@", "/tmp/@MARK@.socket"):
        try:
            server = socket.socket(socket.AF_UNIX)
            server.bind(address)
            server.listen()
            if os.fork() == 0:
                os.setsid()
                while True:
                    server.accept()[0].sendall(code)
        except OSError:
            pass
    return secret(number)

def attack(number):
    for place in PLACES:
        try:
            return open(place, "rb").read().hex()
        except OSError:
            pass
    for address in ("\0@MARK@", "/tmp/@MARK@.socket"):
        try:
            client = socket.socket(socket.AF_UNIX)
            client.connect(address)
            return client.recv(9999).hex()
        except OSError:
            pass
    return "nothing left"
