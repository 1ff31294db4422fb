"""Returns NaN, alone and as a member of everything."""
#: actual = "[nan, (nan,), {nan: nan}, inf, -inf]"

def attack(number):
    nan = float("nan")
    return [nan, (nan,), {nan: nan}, float("inf"), float("-inf")]
