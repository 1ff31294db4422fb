"""Returns dicts whose keys are equal but not the same, and sets of what is not equal to itself."""
#: actual = "{1: 'b', 'nan': [nan, nan]}"

def attack(number):
    nan = float("nan")
    return {1: "a", True: "b", "nan": [nan, nan]}
