"""Takes memory through POSIX shared memory, as multiprocessing would."""
#: verdict = "runtime_error"
#: says = "Error"
from multiprocessing import shared_memory

def attack(number):
    block = shared_memory.SharedMemory(name="@MARK@", create=True, size=1 << 30)
    block.buf[:] = bytes(1 << 30)
