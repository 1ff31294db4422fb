"""Checks that an agent's answer is not too large, whatever the game."""

from __future__ import annotations

from grader.play.game import Malformed

MOST_VALUES = 1000
"""Values in one answer, containers and scalars together."""
MOST_CHARACTERS = 1000
"""Characters or bytes of a text in an answer."""
MOST_BITS = 64
"""Bits of a number in an answer."""


def check_size(answer: object) -> None:
    """Raise an error if an answer is too large to be a move of any game.

    Args:
        answer: plain data, as it comes from a sandbox. It is not nested without end.

    Raises:
        Malformed: if it is too large.
    """
    values, seen = [answer], 0
    while values:
        value = values.pop()
        seen += 1
        if isinstance(value, int) and value.bit_length() > MOST_BITS:
            raise Malformed(
                f"A move has numbers of at most {MOST_BITS} bits; "
                f"one of {value.bit_length()} bits came."
            )
        if isinstance(value, str | bytes) and len(value) > MOST_CHARACTERS:
            raise Malformed(
                f"A move has texts of at most {MOST_CHARACTERS} characters; "
                f"one of {len(value)} came."
            )
        inside = 0
        if isinstance(value, list | tuple | set | frozenset | dict):
            inside = len(value) * (1 + isinstance(value, dict))
        if seen + len(values) + inside > MOST_VALUES:
            raise Malformed(f"A move is made of at most {MOST_VALUES} values; more came.")
        if isinstance(value, dict):
            values += [*value.keys(), *value.values()]
        elif isinstance(value, list | tuple | set | frozenset):
            values += value
