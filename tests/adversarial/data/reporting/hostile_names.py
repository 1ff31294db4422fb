"""Uses names of functions, classes and files that act on their reader."""
#: verdict = "runtime_error"

def attack(number):
    Odd = type("Odd\x1b[31m\u202e\n::error::", (Exception,), {"__module__": "<script>\x00"})
    code = compile("def f():\n    raise problem\nf()", "/etc/shadow\x1b[31m\n::error::", "exec")
    exec(code, {"problem": Odd("x"), "__name__": "\x1b"})
