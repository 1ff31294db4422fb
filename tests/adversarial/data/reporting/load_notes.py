"""Has hundreds of things to complain about, with messages that act on their reader."""
#: actual = "'loaded'"
#: says = "::error::"

for number in range(1):
    raise ValueError("\x1b[31m\n::error::first\u202e")
from nowhere_\u0430 import x, y, z
raise ImportError("::error::" + "y" * 10_000)
1 +* 2
"""unfinished

def attack(number):
    return "loaded"
