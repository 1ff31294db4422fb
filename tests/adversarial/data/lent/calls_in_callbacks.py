"""Has what it is lent ask a comparison of its own, which asks what it is lent, without an end."""
#: others = {counted = "wrong_answer"}
#: says = "Too many calls."
#: never = ["\u006eobody can guess", "\u00660c1be7d0b14f"]
class Number(int):
    pass

def economical(probe, size):
    def asked(*args):
        return probe(asked)
    for argument in (asked, [asked], Number(5), probe, float("nan")):
        try:
            probe(argument)
        except (TypeError, RecursionError):
            pass
    low, high = 0, size
    while low < high:
        middle = (low + high) // 2
        low, high = (low, middle) if probe(middle) else (middle + 1, high)
    return low

def attack(number):
    return "no idea"
