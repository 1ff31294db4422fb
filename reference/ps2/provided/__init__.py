"""Modules that the course hands out; the sandbox offers them for ``import``."""
