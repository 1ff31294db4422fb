"""Returns tuples that all have the same hash because what they hold has."""
#: cpu = 3
#: verdict = "wrong_answer"

def attack(number):
    if number != 7:
        return "once is enough"
    step = (1 << 61) - 1
    return [{(n * step,): 0 for n in range(1, 101)} for _ in range(450)]
