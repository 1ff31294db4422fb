"""Leaves hooks for fork, exit, signals, collection and weak references while it is loaded."""
#: actual = "'mine'"
import atexit
import gc
import os
import signal
import sys
import weakref

def noise(*args, **kwargs):
    sys.stderr.write("")

class Thing:
    def __del__(self):
        noise()

things = [Thing()]
references = [weakref.ref(things[0], noise)]
os.register_at_fork(before=noise, after_in_parent=noise, after_in_child=noise)
atexit.register(noise)
gc.callbacks.append(noise)
for name in (signal.SIGTERM, signal.SIGXCPU, signal.SIGUSR1, signal.SIGPIPE, signal.SIGCHLD):
    signal.signal(name, noise)
sys.addaudithook(noise)

def attack(number):
    return "mine"
