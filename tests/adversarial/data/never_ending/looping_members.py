"""Has a class with a member whose class never says what it is, its hash or its equals."""


def endless(*args):
    while True:
        pass


class Meta(type):
    __module__ = "meta"
    __repr__ = __getattribute__ = __hash__ = __eq__ = __instancecheck__ = endless


Odd = Meta("Odd", (), {"__module__": "odd", "__getattribute__": endless})


class Holder:
    member = type.__call__(Odd)


def attack(number):
    return 0
