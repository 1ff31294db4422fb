"""Runs out of memory, catches that, and runs out of it again and again."""
#: cpu = 3
#: verdict = ["time_limit_exceeded", "memory_limit_exceeded"]
hoard = []

def attack(number):
    if number != 7:
        return "once is enough"
    while True:
        try:
            while True:
                hoard.append(bytearray(1 << 20))
        except MemoryError:
            pass
