"""Agents for Connect 4 on boards of any size, each as one source as a student would hand it in.

``NAMES`` lists them from the weakest idea to the best; ``source_of`` is the text of one, which
defines ``agent(board, player)`` for the boards of the recommended template. Most of them are the
reference's functions, and say which of these plays.
"""

from __future__ import annotations

from reference.connect4.agents.sources import NAMES, load, source_of

__all__ = ["NAMES", "load", "source_of"]
