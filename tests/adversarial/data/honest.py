def before(numbers):
    return sorted(numbers)

def honest(number):
    return 2 * number

def echo(value):
    return value

def borrow(secret, number):
    return secret(number)

def economical(probe, size):
    low, high = 0, size
    while low < high:
        middle = (low + high) // 2
        if probe(middle):
            high = middle
        else:
            low = middle + 1
    return low

# What stands below is hostile.
