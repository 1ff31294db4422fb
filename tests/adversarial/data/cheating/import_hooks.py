"""Poisons what importing means, for whatever is imported after it."""
import builtins
import importlib.abc
import sys

class Poison(importlib.abc.MetaPathFinder):
    def find_spec(self, name, path, target=None):
        raise ImportError(f"{name} is poisoned")

def attack(number):
    sys.meta_path.insert(0, Poison())
    sys.path_hooks.insert(0, lambda path: Poison())
    builtins.__import__ = lambda *args, **kwargs: None
    builtins.__build_class__ = lambda *args, **kwargs: None
    for name in ("traceback", "linecache", "struct", "base64", "re", "random", "enum"):
        sys.modules[name] = None
    return "poisoned"
