"""Autograder for coursework in search and game-playing AI."""

__version__ = "0.1.0"
