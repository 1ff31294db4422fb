"""Ends its process as if all were well."""
#: verdict = "runtime_error"
#: says = "status 0"
import os

def attack(number):
    os._exit(0)
