"""Leaves what it has learned for the next game wherever it can, and looks for it there."""
import mmap
import os
import signal
import socket
import sys

WORD = b"@MARK@ learned"
NAME = b"\0@MARK@"
page = mmap.mmap(-1, mmap.PAGESIZE)
reading, writing = os.pipe()
os.set_blocking(reading, False)
kept = []

def serve(server):
    if os.fork() == 0:
        os.setsid()
        signal.pthread_sigmask(signal.SIG_SETMASK, range(1, 32))
        while True:
            server.accept()[0].send(WORD)

def leave():
    kept.append(WORD)
    page[: len(WORD)] = WORD
    os.write(writing, WORD)
    os.environ["LEARNED"] = WORD.decode()
    sys.modules["learned"] = kept
    server = socket.socket(socket.AF_UNIX)
    try:
        server.bind(NAME)
    except OSError:
        return
    server.listen()
    serve(server)

def found():
    if kept or bytes(page[: len(WORD)]) == WORD:
        yield "memory"
    try:
        yield f"pipe {os.read(reading, 100)}"
    except OSError:
        pass
    if "LEARNED" in os.environ or "learned" in sys.modules:
        yield "interpreter"
    for name in ("threads", "processes"):
        others = {"threads": "/proc/self/task", "processes": "/proc"}[name]
        numbers = {int(n) for n in os.listdir(others) if n.isdigit()}
        if name == "threads" and len(numbers) > 1:
            yield name
        if name == "processes" and numbers - {1, os.getpid(), os.getppid()}:
            yield name
    try:
        with socket.socket(socket.AF_UNIX) as client:
            client.connect(NAME)
            yield f"socket {client.recv(100)}"
    except OSError:
        pass

def attack(number):
    seen = list(found()) or "nothing"
    leave()
    return seen
