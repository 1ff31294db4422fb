"""Formats numbers, points, counts and verdicts as words and signs for people."""

from __future__ import annotations

import math
from collections.abc import Sequence

from grader.model.verdict import LIMIT_VERDICTS, Verdict

BY_HAND = "by hand"
"""Who grades a written task, in a cell,"""
TO_MARK = "to be graded by hand"
"""and in a sentence about its points."""
NOT_RUN_AFTER = "not run after this one"
"""What the note of a test says that was stopped with cases left."""
LEFT_OVER = (
    "Right on its own, wrong after earlier calls. Look for what outlives a call, such as a global "
    "variable or a default argument."
)
"""What the message of a case ends with that is wrong in turn only."""
GIVEN_BACK = (
    "The function returned the list it was given, alone or inside its answer. A later call changed "
    "that list, and with it the earlier answer. Return a copy."
)
"""The message of a case in which that was seen; it needs no other cause."""

_UNFINISHED = ("–", "yellow")
_SIGNS: dict[Verdict | None, tuple[str, str]] = {
    None: ("✎", "cyan"),
    Verdict.ACCEPTED: ("✔", "green"),
    Verdict.INTERNAL_ERROR: ("!", "bold magenta"),
    Verdict.UNDECIDED: ("?", "cyan"),
    Verdict.NOT_ATTEMPTED: _UNFINISHED,
    Verdict.NOT_IMPLEMENTED: _UNFINISHED,
    **dict.fromkeys(LIMIT_VERDICTS, ("◔", "yellow")),
}
_WRONG = ("✘", "red")


def verdict_sign(verdict: Verdict | None) -> str:
    """Return a verdict's sign, shown beside its words; ``None`` is a task marked by hand."""
    return _SIGNS.get(verdict, _WRONG)[0]


def verdict_colour(verdict: Verdict | None) -> str:
    """Return the colour of a verdict, as a rich style."""
    return _SIGNS.get(verdict, _WRONG)[1]


def verdict_phrase(verdict: Verdict | None) -> str:
    """Return a task's verdict in words."""
    return BY_HAND if verdict is None else verdict.words


def format_number(value: float) -> str:
    """Return a number with at most three decimals and no trailing zeros: ``2``, ``0.125``.

    With three, the points of tests add up to those of their task as people see them.
    Very large and very small ones become ``1.23e+40``, as does what has no other short form.
    """
    if value == 0 or 0.001 <= abs(value) < 1e12:
        return f"{value:.3f}".rstrip("0").rstrip(".")
    try:
        return f"{value:.3g}"
    except OverflowError:
        return "a huge number"


def format_thousands(value: float) -> str:
    """Return a whole number with its thousands apart, another one plainly: ``1,284``."""
    return f"{value:,.0f}" if abs(value) < 1e12 and value == int(value) else format_number(value)


def format_points_with_noun(value: float) -> str:
    """Return a number of points in words: ``1 point``, ``2.5 points``."""
    return f"{format_number(value)} point{'' if format_number(value) == '1' else 's'}"


def format_score(score: float, most: float) -> str:
    """Return a score and its maximum in words: ``0.5 of 1 point``."""
    return f"{format_number(score)} of {format_points_with_noun(most)}"


def format_count(amount: int, noun: str) -> str:
    """Return an amount and its noun, plural where needed: ``1 case``, ``2 cases``."""
    return f"{amount} {noun}{'' if amount == 1 else 's'}"


def format_count_with_each(amount: int, noun: str) -> str:
    """Return a count as the subject of a sentence: ``1 case``, or ``2 cases, each``."""
    return format_count(amount, noun) + (", each" if amount > 1 else "")


def format_some_names(names: Sequence[str], most: int) -> str:
    """Return at most ``most`` names and the number of others: ``a, b, c and 2 more``."""
    rest = len(names) - most
    return ", ".join(names[:most]) + (f" and {rest} more" if rest > 0 else "")


def format_percent_rounded_down(part: float, whole: float = 1) -> str:
    """Return how many percent ``part`` is of ``whole``; only all of it is ``100 %``.

    A stored report may hold any numbers: beyond 999 % they make no sense, and are cut.
    """
    return f"{math.floor(100 * min(max(part / whole, -9.99), 9.99) + 1e-9)} %"


def format_percent_in_tenths(part: float) -> str:
    """Return a share from 0 to 1 as ``62.5 %``, rounded down so that only 1 is ``100 %``."""
    return f"{format_number(math.floor(1000 * part + 1e-6) / 10)} %"


def format_odds(chance: float) -> str:
    """Return a small probability, rounded to two digits: ``1 in 11,000``."""
    if chance <= 0:
        return "none"
    return f"1 in {float(f'{1 / chance:.2g}'):,.0f}"


def format_seconds(value: float) -> str:
    """Return a duration in a fitting unit: ``4 ms``, ``0.42 s``, ``12 s``."""
    if value < 0.1:
        return f"{1000 * value:.0f} ms"
    return f"{value:.2f} s" if value < 10 else f"{value:.0f} s"


def format_signed_percent(value: float) -> str:
    """Return a fraction in percent, with its sign: ``+3.1 %``."""
    return f"{100 * value:+.1f} %".replace("-", "−") if abs(value) < 1e6 else "–"
