"""Leaves a hook that is called when the module is asked for its functions next time."""
import sys
import types

class Module(types.ModuleType):
    def __getattribute__(self, name):
        if name == "attack":
            return lambda number: "another function"
        return super().__getattribute__(name)

sys.modules[__name__].__class__ = Module

def attack(number):
    return "mine"
