"""Raises an exception that cannot be printed, described or even named."""
#: verdict = "runtime_error"
#: says = "could not be printed"

class Mute(Exception):
    __class__ = property(lambda self: 1 / 0)
    __traceback__ = property(lambda self: 1 / 0)
    __cause__ = __context__ = __notes__ = args = property(lambda self: 1 / 0)
    def __str__(self):
        raise self
    __repr__ = __str__
    def __getattribute__(self, name):
        raise self

def attack(number):
    raise Mute
