"""Does not define the function; the module makes one up, slowly, whenever it is asked."""
#: verdict = "time_limit_exceeded"

def __getattr__(name):
    while True:
        pass
