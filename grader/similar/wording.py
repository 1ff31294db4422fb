"""Shares and findings in words."""

from __future__ import annotations

import math

from grader.model.wording import count
from grader.similar.model import Line, Outcome


def percent(share: float) -> str:
    """A share from 0 to 1, rounded down: only what is shared whole is ``100 %``."""
    return f"{math.floor(100 * share + 1e-9)} %"


def found(outcome: Outcome) -> str:
    """``120 submissions compared, 7 pairs share at least 30 % of one of them``."""
    alike = len(outcome.pairs) + outcome.beyond
    verb = "shares" if alike == 1 else "share"
    return (
        f"{count(len(outcome.submissions), 'submission')} compared, {count(alike, 'pair')} {verb} "
        f"at least {percent(outcome.at_least)} of one of them"
    )


def place(lines: tuple[Line, ...]) -> str:
    """``alice.py, lines 3–17``, or from one cell of a notebook to another."""
    if not lines:
        return ""
    first, last = lines[0], lines[-1]
    if first.file != last.file:
        return f"{first.file}, line {first.number} – {last.file}, line {last.number}"
    if first.number == last.number:
        return f"{first.file}, line {first.number}"
    return f"{first.file}, lines {first.number}–{last.number}"
