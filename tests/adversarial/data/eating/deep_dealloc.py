"""Makes a chain so long that throwing it away overflows a naive stack."""
#: cpu = 3
#: verdict = ["wrong_answer", "runtime_error", "memory_limit_exceeded", "time_limit_exceeded"]

def attack(number):
    chain = None
    for _ in range(200_000):
        chain = (chain,)
    del chain
    return "gone"
