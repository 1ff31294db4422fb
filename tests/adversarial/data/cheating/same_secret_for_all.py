"""Answers what it was asked to compute when it was lent the function, for all later tasks."""
#: actual = "None"

ANSWERS = {}

def borrow(secret, number):
    for other in range(100):
        ANSWERS[other] = secret(other)
    return secret(number)

def attack(number):
    return ANSWERS.get(number)
