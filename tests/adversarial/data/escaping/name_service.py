"""Asks a name server, and the system's services, over sockets in the file system."""
#: actual = "[]"
import glob
import socket

def attack(number):
    reached = []
    try:
        reached.append(socket.getaddrinfo("example.com", 80))
    except OSError:
        pass
    paths = ["/run/dbus/system_bus_socket", "/var/run/docker.sock", "/run/docker.sock",
             "/run/systemd/private", "/run/containerd/containerd.sock", "/run/nscd/socket",
             "/dev/log", "\0/tmp/.X11-unix/X0", "\0@MARK@", *glob.glob("/run/**", recursive=True)]
    for path in paths:
        try:
            socket.socket(socket.AF_UNIX).connect(path)
            reached.append(path)
        except OSError:
            pass
    return reached
