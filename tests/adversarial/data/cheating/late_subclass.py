"""Changes the class of what it returned when the runner looks at it for the second time."""
#: verdict = "invalid_return"

class Late(list):
    looked = 0
    def __len__(self):
        Late.looked += 1
        return Late.looked
    def __iter__(self):
        self.__class__ = type("Later", (Late,), {})
        return iter(["x"])

def attack(number):
    return Late()
