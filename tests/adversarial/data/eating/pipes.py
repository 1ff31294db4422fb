"""Takes memory of the kernel: pipes and sockets, all filled."""
#: verdict = "runtime_error"
#: says = "Too many open files"
import fcntl
import os
import socket

def attack(number):
    kept = []
    while True:
        reading, writing = os.pipe()
        try:
            fcntl.fcntl(writing, fcntl.F_SETPIPE_SZ, 1 << 20)
        except OSError:
            pass
        os.set_blocking(writing, False)
        try:
            while True:
                os.write(writing, bytes(1 << 16))
        except BlockingIOError:
            kept.append(socket.socketpair())
