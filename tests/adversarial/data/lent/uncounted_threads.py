"""Asks in many threads at once."""
#: others = {counted = "wrong_answer"}
#: says = "Too many calls."
#: never = ["\u006eobody can guess", "\u00660c1be7d0b14f"]
import threading

def economical(probe, size):
    found = []
    threads = [threading.Thread(target=lambda n=n: found.append((n, probe(n)))) for n in range(221, 240)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return min(number for number, reached in found if reached)

def attack(number):
    return "no idea"
