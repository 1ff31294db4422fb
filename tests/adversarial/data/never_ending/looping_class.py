"""Returns an instance of a class whose metaclass never says its name, its hash or its equals."""
#: verdict = "invalid_return"

def endless(*args):
    while True:
        pass

class Meta(type):
    __module__ = "meta"
    __repr__ = __getattribute__ = __hash__ = __eq__ = __instancecheck__ = endless

Odd = Meta("Odd", (), {"__module__": "odd"})

def attack(number):
    return type.__call__(Odd)
