"""Uses names of a hundred thousand characters, and of characters that look like others."""
#: says = "name"
#: verdict = "runtime_error"

def attack(number):
    exec("def f():\n    return " + "ｎame" + "е" * 100_000 + "\nf()")
