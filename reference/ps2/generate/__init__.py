"""Writes the frozen data of the hidden tests: ``python -m reference.ps2.generate``."""
