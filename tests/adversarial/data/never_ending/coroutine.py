"""Is a coroutine, which nobody awaits."""
#: verdict = "invalid_return"
#: says = "coroutine"

async def attack(number):
    while True:
        pass
