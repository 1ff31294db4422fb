"""Modules that the course hands out, as in 2022; ``editions`` has those of later years."""
