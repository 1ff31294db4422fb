"""Raises a syntax error whose fields point anywhere, which printers of tracebacks look up."""
#: verdict = "runtime_error"
#: says = "SyntaxError"

def attack(number):
    raise SyntaxError("x\x1b[31m", ("/etc/shadow", -5, 10**9, "::error::" * 10_000, 10**9, -1))
