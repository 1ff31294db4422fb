"""Notes down what each call asks, and answers a later one with what it saw before."""
#: actual = "7"
seen = []

def borrow(secret, number):
    seen.append(secret(number))
    return seen[-1]

def before(numbers):
    seen.append(list(numbers))
    return sorted(numbers)

def attack(number):
    seen.append(number)
    return next(entry for entry in seen if isinstance(entry, (str, int)))
