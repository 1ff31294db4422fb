"""Catches whatever would end its loop."""
#: verdict = "time_limit_exceeded"
#: says = "CPU time"

def attack(number):
    while True:
        try:
            while True:
                pass
        except:
            pass
