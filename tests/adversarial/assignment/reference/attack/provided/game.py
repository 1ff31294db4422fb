"""A module that submissions are given."""

from __future__ import annotations

from enum import Enum


class Player(Enum):
    """Two members, as in any game here."""

    BLACK = "black"
    WHITE = "white"
