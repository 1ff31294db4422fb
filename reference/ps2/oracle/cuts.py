"""Where cut-offs show: nodes whose children were not all gone into.

A search that asks for the moves of positions says little by how many it asks about: one that
orders moves by the number of replies asks about every child of a node that it cuts off. What shows
is which children were *gone into*: the moves of one of their own children were asked for, too. A
node with some children gone into and others not was cut off by the side to move there.

Watched are the nodes two plies below the root. Whoever gives each move of the root a full window
of its own cuts off there as well, by the bound from the node between. Positions five plies deep
have two more levels below, whose moves any search has to ask for.
"""

from __future__ import annotations

from collections.abc import Set as AbstractSet
from dataclasses import dataclass

from reference.ps2.oracle.bitboard import Bitboard, is_over, moves, play
from reference.ps2.provided.breakthrough import Player

DEPTH = 5
"""The least depth at which such cut-offs show."""


@dataclass(frozen=True, slots=True)
class Watched:
    """A node at which a cut-off can show.

    Attributes:
        note: its own; unless its moves were asked for, its children were reached by other ways.
        below: for each child that can be gone into, the notes of its undecided children.
    """

    note: str
    below: tuple[frozenset[str], ...]

    def is_cut_off(self, asked: AbstractSet[str]) -> bool:
        """Whether some children were gone into and others not.

        Args:
            asked: notes of the positions whose moves were asked for.
        """
        gone_into = [not asked.isdisjoint(notes) for notes in self.below]
        return self.note in asked and any(gone_into) and not all(gone_into)


def note(position: Bitboard, player: Player) -> str:
    """A position and who is to move, as the stub ``noted_positions`` writes it."""
    return f"{''.join(position.rows)} {player.name}"


def watched(root: Bitboard, player: Player) -> list[Watched]:
    """The nodes two plies below ``root`` at which cut-offs of ``player`` can show."""
    opponent = player.get_opponent()
    found = []
    for node in _undecided(_after(_undecided(_after({root}, player)), opponent)):
        replies = [_after({child}, opponent) for child in _undecided(_after({node}, player))]
        # Where a reply ends the game, that may be all that was looked at, without a cut-off here.
        quiet = [each for each in replies if each and not any(map(is_over, each))]
        below = [frozenset(note(reply, player) for reply in each) for each in quiet]
        if len(below) > 1:
            found.append(Watched(note(node, player), tuple(below)))
    return found


def _after(positions: AbstractSet[Bitboard], player: Player) -> set[Bitboard]:
    """The positions after a move of ``player`` in one of ``positions``."""
    return {
        play(position, move, player) for position in positions for move in moves(position, player)
    }


def _undecided(positions: AbstractSet[Bitboard]) -> set[Bitboard]:
    return {position for position in positions if not is_over(position)}
