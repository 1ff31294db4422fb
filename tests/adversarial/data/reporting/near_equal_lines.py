"""Returns many lines that are nearly equal, for code that compares them line by line."""
#: cpu = 2

def attack(number):
    line = "a" * 100
    return "\n".join(f"{line}{n % 7}{line}" for n in range(5_000))
