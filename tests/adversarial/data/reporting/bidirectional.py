"""Turns text around, hides it, and stacks marks upon it."""
#: says = "\u202e"

def attack(number):
    text = "\u202edetpecca\u202c \u2066\u200b\u200f\ufeff\u2028\u2029\u00ad\u034f" + "Z\u0300" * 500
    print(text)
    return text
