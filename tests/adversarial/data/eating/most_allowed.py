"""Returns as many values as are allowed, which are too many once they are an argument again."""
#: cpu = 3
#: verdict = "invalid_return"
#: says = "too large to be passed on"

def attack(number):
    if number in (11, 12, 13):
        return "once is enough"
    return [0] * 499_999
