"""Returns at once; the loop comes when the runner lets go of what was returned."""
#: verdict = ["invalid_return", "time_limit_exceeded"]

class Endless(list):
    def __del__(self):
        while True:
            pass

def attack(number):
    return Endless()
