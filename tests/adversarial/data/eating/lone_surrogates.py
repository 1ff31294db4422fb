"""Returns texts that no encoding has."""
#: actual = "['\\ud800', '\\udfff x', '\\x00']"

def attack(number):
    return ["\ud800", "\udfff x", "\0"]
