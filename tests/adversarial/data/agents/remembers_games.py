"""Leaves word for its next game wherever it can, and moves only if there is none at its beginning."""
#: moves = 2
#: itself = true
import ctypes
import mmap
import os
import signal
import socket
import sys
import threading
import time

WORD = b"@MARK@"
NAME = b"\0@MARK@-game"
PLACES = ["/tmp/@MARK@", "/dev/shm/@MARK@", "/var/tmp/@MARK@", "@MARK@", "/dev/mqueue/@MARK@"]
page = mmap.mmap(-1, mmap.PAGESIZE)
reading, writing = os.pipe()
os.set_blocking(reading, False)
kept = []
libc = ctypes.CDLL(None, use_errno=True)

def serve():
    with socket.socket(socket.AF_UNIX) as server:
        server.bind(NAME)
        server.listen()
        if os.fork() == 0:
            os.setsid()
            signal.pthread_sigmask(signal.SIG_SETMASK, signal.valid_signals())
            while True:
                server.accept()[0].send(WORD)

def attempts():
    yield lambda: kept.append(WORD)
    yield lambda: setattr(PlayerAI, "learned", WORD)
    yield lambda: page.write(WORD)
    yield lambda: os.write(writing, WORD)
    yield lambda: os.environ.update(LEARNED="x")
    yield lambda: sys.modules.update(learned=sys)
    yield serve
    yield lambda: threading.Thread(target=time.sleep, args=(1000,), daemon=True).start()
    yield lambda: libc.shmget(0x5EA1, 4096, 0o1666)
    yield lambda: libc.msgget(0x5EA1, 0o1666)
    yield lambda: libc.semget(0x5EA1, 1, 0o1666)
    yield lambda: libc.mq_open(b"/@MARK@", os.O_CREAT | os.O_RDWR, 0o666, None)
    for place in PLACES:
        yield lambda place=place: open(place, "w").write("x")

def found():
    if kept or hasattr(PlayerAI, "learned") or page[: len(WORD)] == WORD:
        yield "memory"
    try:
        yield f"pipe {os.read(reading, 100)}"
    except OSError:
        pass
    if "LEARNED" in os.environ or "learned" in sys.modules:
        yield "interpreter"
    if len(os.listdir("/proc/self/task")) > 1:
        yield "threads"
    if {int(n) for n in os.listdir("/proc") if n.isdigit()} - {1, os.getpid(), os.getppid()}:
        yield "processes"
    if libc.shmget(0x5EA1, 4096, 0) >= 0 or libc.msgget(0x5EA1, 0) >= 0 or libc.semget(0x5EA1, 1, 0) >= 0:
        yield "System V"
    if libc.mq_open(b"/@MARK@", os.O_RDWR) >= 0:
        yield "queue"
    yield from (place for place in PLACES if os.path.exists(place))
    with socket.socket(socket.AF_UNIX) as client:
        try:
            client.connect(NAME)
        except OSError:
            return
        yield f"socket {client.recv(100)}"

class PlayerAI:
    def __init__(self):
        if seen := list(found()):
            raise ValueError(seen)

    def make_move(self, board):
        for attempt in attempts():
            try:
                attempt()
            except OSError:
                pass
        return first_move(board)
