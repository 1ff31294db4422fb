"""Is an object whose every attribute takes for ever to be looked up."""
#: verdict = "time_limit_exceeded"

class Endless:
    def __call__(self, number):
        return self.anything
    def __getattr__(self, name):
        while True:
            pass

def decorate(function):
    return Endless()

@decorate
def attack(number):
    return 1
