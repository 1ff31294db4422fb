"""Lets Python compile an expression of a hundred thousand brackets."""
#: verdict = ["runtime_error", "memory_limit_exceeded"]

def attack(number):
    return eval("(" * 100_000 + ")" * 100_000)
