"""Returns at once; what it leaves takes for ever to be thrown away."""
#: verdict = "time_limit_exceeded"

class Endless:
    def __del__(self):
        while True:
            pass

def attack(number):
    endless = Endless()
    return "done"
