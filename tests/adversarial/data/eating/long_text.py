"""Returns as long a text as travels, of characters that take the most room when they are escaped."""
#: cpu = 3
#: verdict = "wrong_answer"

def attack(number):
    if number in (11, 12, 13):
        return "once is enough"
    return "\0\u202e" * 150_000
