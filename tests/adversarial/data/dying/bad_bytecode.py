"""Runs a code object that was forged."""
#: verdict = "runtime_error"
#: says = "crashed"

def attack(number):
    forged = (lambda: 0).__code__.replace(co_code=b"\x64\xff" * 8 + b"\x53\x00", co_consts=(),
                                          co_stacksize=1)
    exec(forged)
    exec((lambda: 0).__code__.replace(co_code=b"\x01\x00" * 64 + b"\x53\x00", co_stacksize=0))
    import ctypes
    ctypes.string_at(1)
