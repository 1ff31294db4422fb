"""Takes memory that belongs to no process: an anonymous file."""
#: verdict = "runtime_error"
#: says = "PermissionError"
import os

def attack(number):
    file = os.memfd_create("hoard")
    while True:
        os.write(file, bytes(1 << 20))
