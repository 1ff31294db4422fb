"""Changes its class when the runner looks at it. What it holds is taken by no method of its own."""
#: verdict = "wrong_answer"

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
