"""Returns a dict and a set whose keys all collide: small to send, for minutes to build."""
#: says = "same hash"
#: verdict = "wrong_answer"

def attack(number):
    step = (1 << 61) - 1
    return {n * step: 0 for n in range(1, 3000)}
