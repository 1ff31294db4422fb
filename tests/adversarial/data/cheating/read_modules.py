"""Imports whatever could hold the answer, by every name it could have."""
#: actual = "[]"
import importlib
import sys

NAMES = ["reference", "reference.attack", "reference.attack.secret", "hidden_tests", "secret",
         "hidden_tests.attack", "hidden_tests.attack.test_attack", "test_attack", "lent_secret",
         "grader.testing", "grader.model.verdict", "grader.sandbox", "grader.assignment", "pytest",
         "_pytest", "tests", "conftest", "func_timeout", "click", "rich"]

def attack(number):
    sys.path[:0] = ["@TESTS@", "@REFERENCE@", "/", "/packages"]
    found = []
    for name in NAMES:
        try:
            importlib.import_module(name)
        except ImportError:
            continue
        found.append(name)
    return found + [name for name in sys.modules if "pytest" in name or "hidden" in name]
