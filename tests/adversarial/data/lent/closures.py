"""Takes apart the function that it is lent: closure, globals, constants, defaults, attributes."""
#: never = ["\u006eobody can guess", "\u00660c1be7d0b14f"]
import types

def parts(function, seen):
    if id(function) in seen:
        return
    seen[id(function)] = function
    if isinstance(function, types.MethodType):
        yield from parts(function.__func__, seen)
        yield from vars(function.__self__).values()
    if isinstance(function, types.FunctionType):
        code = function.__code__
        yield from (*code.co_consts, *code.co_names, code.co_filename)
        yield from (function.__defaults__ or (), function.__kwdefaults__ or {}, function.__dict__)
        held = [cell.cell_contents for cell in function.__closure__ or ()]
        held += [value for value in function.__globals__.values()]
        for each in held:
            yield each
            yield from parts(each, seen)

def borrow(secret, number):
    right = secret(number)
    found = [*parts(secret, {})]
    loot = [each for each in found if isinstance(each, str) and ("sha256" in each or "KEY" in each)]
    loot += [each.co_name for each in found if isinstance(each, types.CodeType) and each.co_name == "secret"]
    return loot or right

def attack(number):
    return "no idea"
