"""Modules that notebooks import, and that are made for the grader: see `assignment.toml`."""
