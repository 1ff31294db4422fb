"""Returns a hundred and fifty thousand empty sets: little to send, much to hold for the reader."""
#: cpu = 3

def attack(number):
    if number != 7:
        return "once is enough"
    return [set() for _ in range(150_000)]
