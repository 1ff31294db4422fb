"""Looks for its opponent by every way out, and moves only if there is none."""
#: itself = true
import os
import signal
import socket

def found():
    numbers = {int(n) for n in os.listdir("/proc") if n.isdigit()}
    if others := numbers - {1, os.getpid(), os.getppid()}:
        yield others
    for pid in (@GRADER@, *range(2, 400)):
        if pid not in (os.getpid(), os.getppid()):
            try:
                os.kill(pid, signal.SIGSTOP)
                yield pid
            except OSError:
                pass
    for path in ("@TESTS@", "@REFERENCE@", "@PRIVATE@", "/proc/@GRADER@"):
        try:
            if os.listdir(path) if os.path.isdir(path) else os.path.exists(path):
                yield path
        except OSError:
            pass
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as own:
        try:
            own.bind(b"\0@MARK@-meet")
        except OSError as problem:
            yield problem
        for line in open("/proc/net/unix").read().splitlines()[1:]:
            if "@" in line and "@@MARK@" not in line:
                yield line
    for family, address in ((socket.AF_INET, ("127.0.0.1", @PORT@)), (socket.AF_INET6, ("::1", @PORT@))):
        try:
            with socket.socket(family) as client:
                client.settimeout(0.01)
                client.connect(address)
                yield address
        except OSError:
            pass

class PlayerAI:
    def make_move(self, board):
        if seen := list(found()):
            raise ValueError(seen)
        return first_move(board)
