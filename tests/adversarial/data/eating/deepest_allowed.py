"""Returns as many levels as are allowed, which are too many once they are an argument again."""
#: cpu = 3
#: verdict = "invalid_return"
#: says = "too large to be passed on"

def attack(number):
    deep = []
    for _ in range(99):
        deep = [deep]
    return deep
