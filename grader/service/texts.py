"""Texts as people send them by forms and programs."""

from __future__ import annotations


def trimmed(text: str) -> str:
    """``text`` with the ends of lines that Python has, and nothing empty around it."""
    return text.replace("\r\n", "\n").strip()
