"""Passes what it is lent to itself, in every way that there is."""
#: never = ["\u006eobody can guess", "\u00660c1be7d0b14f"]
def borrow(secret, number):
    for args in ((secret,), ([secret],), ({secret: secret},), ((secret, secret),)):
        said = secret(*args)
        if type(said) is not str or len(said) != 64:
            return said
    return secret(number)

def attack(number):
    return "no idea"
