"""Replaces builtins that the runner needs after the call."""
#: verdict = ["wrong_answer", "runtime_error", "invalid_return"]
import builtins

def attack(number):
    for name in ("len", "type", "isinstance", "str", "int", "sum", "zip", "enumerate", "id", "bool"):
        setattr(builtins, name, lambda *args, **kwargs: True)
    return "poisoned"
