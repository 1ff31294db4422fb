"""Sends the runner an interrupt, an exit and a signal while the file is loaded."""
#: actual = "'loaded'"
#: says = ["KeyboardInterrupt", "SystemExit"]
import _thread
import sys

raise KeyboardInterrupt
sys.exit(0)
_thread.interrupt_main()
for _ in range(1000):
    pass

def attack(number):
    return "loaded"
