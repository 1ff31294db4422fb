"""Exact scores and all optimal moves of any Breakthrough position, computed quickly.

Shares no code with the published solutions, so that agreement between the two means something.
"""

from __future__ import annotations

from reference.ps2.oracle.search import Solution, move_values, solve

__all__ = ["Solution", "move_values", "solve"]
