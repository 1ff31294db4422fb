"""Takes all the memory it is allowed while it is loaded, and gives little of it back."""
#: says = "Cannot allocate memory"
import mmap

hoard = []
while True:
    hoard.append(mmap.mmap(-1, 1 << 20))
del hoard[:16]

def attack(number):
    return len(hoard)
