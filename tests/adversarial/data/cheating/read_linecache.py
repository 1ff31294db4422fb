"""Looks up the sources of the hidden tests in linecache, inspect and loaders."""
#: actual = "[]"
import inspect
import linecache
import sys

def attack(number):
    found = [name for name in linecache.cache if "test_" in name or "secret" in name]
    for name, module in list(sys.modules.items()):
        loader = getattr(module, "__loader__", None)
        for source in getattr(loader, "_sources", ()) or ():
            if "secret" in source or "test" in source:
                found.append(source)
        try:
            if "sha256(f" in inspect.getsource(module):
                found.append(name)
        except (OSError, TypeError, AttributeError):
            pass
    return [name for name in found if name != "submission"]
