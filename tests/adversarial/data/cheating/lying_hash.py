"""Returns a set and a dict of objects whose hashes and comparisons lie."""
#: verdict = "invalid_return"

class Key:
    def __hash__(self):
        return hash("secret")
    def __eq__(self, other):
        return True

def attack(number):
    return {Key(): {Key()}}
