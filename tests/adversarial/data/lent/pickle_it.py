"""Has what it is lent pickled, marshalled and copied, with a reducer of its own."""
#: never = ["\u006eobody can guess", "\u00660c1be7d0b14f"]
import copy
import copyreg
import marshal
import pickle
import types

def reduced(function):
    return types.FunctionType, (function.__code__, dict(function.__globals__))

def borrow(secret, number):
    copyreg.pickle(types.FunctionType, reduced)
    loot = []
    for write in (pickle.dumps, lambda f: marshal.dumps(f.__code__), lambda f: repr(copy.deepcopy(f).__code__.co_consts)):
        try:
            data = write(secret)
        except Exception:
            continue
        if b"sha256" in (data if isinstance(data, bytes) else data.encode()):
            loot.append(data)
    return loot or secret(number)

def attack(number):
    return "no idea"
