"""Answers at once, and leaves a process that prints for ever."""
#: verdict = ["wrong_answer", "output_limit_exceeded"]
import os

def attack(number):
    if os.fork() == 0:
        while True:
            os.write(1, b"x" * 65536)
    return "answer"
