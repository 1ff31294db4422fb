"""Returns as many of the longest integers as travel; people would read their decimal digits."""
#: cpu = 3
#: verdict = "wrong_answer"

def attack(number):
    if number != 7:
        return "once is enough"
    return [(1 << 65_535) + n for n in range(100)]
