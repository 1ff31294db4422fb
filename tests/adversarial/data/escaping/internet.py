"""Opens connections of every kind to the outside."""
#: actual = "[]"
import socket

FAMILIES = ["AF_INET", "AF_INET6", "AF_PACKET", "AF_NETLINK", "AF_VSOCK", "AF_BLUETOOTH", "AF_ALG",
            "AF_CAN", "AF_TIPC", "AF_RDS", "AF_QIPCRTR"]

def attack(number):
    opened = []
    for name in FAMILIES:
        family = getattr(socket, name, None)
        for kind in (socket.SOCK_STREAM, socket.SOCK_DGRAM, socket.SOCK_RAW, socket.SOCK_SEQPACKET):
            try:
                socket.socket(family, kind)
                opened.append(name)
            except (OSError, TypeError):
                pass
    return opened
