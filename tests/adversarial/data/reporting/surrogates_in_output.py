"""Writes bytes that are no text, and text that is in no encoding."""
#: verdict = "runtime_error"
import os

def attack(number):
    os.write(1, bytes(range(256)) * 4)
    os.write(2, b"\xed\xa0\x80\xff\xfe\x00\xf0\x9f\x92")
    raise ValueError("\ud800\udfff\ud83d")
