"""Prints, returns and raises nothing but line ends and blanks, for code that looks behind each of them."""
#: verdict = "runtime_error"

print("\n" * 60_000)

class Blank(Exception):
    def __str__(self):
        return "\n \t" * 20_000

def attack(number):
    print("\n" * 60_000)
    if number == 21:
        return "\n" * 60_000
    raise Blank
