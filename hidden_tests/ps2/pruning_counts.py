"""Which positions a search has looked into, counted from what the move generator noted down.

Three plies deep, a cut-off below the second mover's nodes saves positions only if bounds reach them
from the first move, and only if moves are not asked for merely to put them in order. Both are no
lack of pruning: they do save positions further down. So whoever looks into too many there is
judged by where cut-offs show five plies deep (:mod:`reference.ps2.oracle.cuts`), on positions where
that side moves first.

A search may turn the board round, so that one side is always to move. What it asks about then is
the same position with colours exchanged, and counts as that.
"""

from __future__ import annotations

import functools
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from grader.model.figures import Bar, ChartFigure
from grader.testing import InvalidReturn, Undecided, WrongAnswer
from hidden_tests.ps2.positions import Position, PruningCase
from reference.ps2.oracle.bitboard import Bitboard, is_over, moves, play
from reference.ps2.oracle.cuts import Watched, watched
from reference.ps2.provided.breakthrough import COL, Player

LEAST_CUTS = {"black_5_plies": 8, "white_5_plies": 3}
"""Cut-offs of the first mover that have to show. Orders of moves by replies and full windows for
the moves of the root show at least 11 and 5. A search that cuts off at the other side's nodes only
shows none, and one that stops at wins only at most 6 and 1."""


@dataclass(frozen=True, slots=True)
class Pruned:
    """A pruning case as it is asked, and where to look if too much was looked into for it.

    Attributes:
        deeper: five plies deep, with the other side first; ``None`` if the count alone decides.
    """

    case: PruningCase
    deeper: PruningCase | None = None

    def __str__(self) -> str:
        return self.case.id

    @property
    def roots(self) -> tuple[Position, ...]:
        """All positions to be searched; those of the case last, because a report shows the last."""
        return (self.deeper.roots if self.deeper else ()) + self.case.roots


def grow_trees(asked: Pruned) -> None:
    """Find what counts for each root of a case, so that this is done."""
    for root in asked.roots:
        _undecided(root)
    for root in asked.deeper.roots if asked.deeper else ():
        _watched(root)


def looked_into(log: Iterable[object], root: Position) -> int:
    """How many different undecided positions above the depth limit are in ``log``.

    ``log`` comes from the stub ``noted_positions``. Leaves and finished games do not count: to
    ask for moves there is wasteful, but no lack of pruning.
    """
    return len(_asked(log, root))


def check_asked(log: Iterable[object], root: Position) -> int:
    """As ``looked_into``, provided that the given generator was asked throughout.

    Who asks it at the root and finds further moves on a board of their own may prune or not. The
    least that any search has to look into is the root and each undecided child: the score
    of every root move depends on what follows it. Only of two children that mirror each other, one
    may do. So whoever asks about some children and not about these stops too early.
    """
    asked, children = _asked(log, root), _children(root)
    count, least = len(asked), 1 + len(children)
    if count == 0:
        raise InvalidReturn(
            "Find moves with the given generate_valid_moves: the grader counts its calls to know "
            "how many positions the search visits.",
            expected=f"moves asked for in at least {least} positions",
            actual="moves asked for in none",
            code="moves_not_asked_for",
        )
    seen, needed = len(asked & children), len({min(each, _mirrored(each)) for each in children})
    if 0 < seen < needed:
        raise WrongAnswer(
            f"The answer is right, but only by chance: the search looks behind {seen} of the "
            f"{len(children)} first moves and stops. Look behind all of them to know the best one.",
            expected=f"moves asked for in at least {least} positions",
            actual=f"moves asked for in {count}",
            code="moves_left_out",
        )
    if count < least:
        raise Undecided(
            "The answer is right. But the search finds most moves without the given "
            "generate_valid_moves, so the grader cannot count the positions that it visits. A "
            "person has to check whether it prunes.",
            expected=f"moves asked for in at least {least} positions",
            actual=f"moves asked for in {count}",
            code="moves_hardly_asked_for",
        )
    return count


def check_pruned(count: int, asked: Pruned, logs: Iterable[Iterable[object]]) -> None:
    """Accepts a search that looked into few enough positions, or cut off where that shows.

    Args:
        count: of the positions over all roots of the case itself.
        logs: what was noted down for each of its deeper roots.
    """
    case = asked.case
    if count > case.limit and not _cuts_off(asked.deeper, logs):
        raise WrongAnswer(
            "The answers are right, but the search visits too many positions: it has to skip "
            "subtrees that cannot change the result.",
            expected=f"at most {case.limit} of {case.plain} positions "
            f"(alpha-beta in the given order: {case.reference})",
            actual=f"{count} positions",
            code="too_many_positions",
            figures=[
                ChartFigure(
                    "Positions searched",
                    (
                        Bar("yours", count),
                        Bar("at most", case.limit),
                        Bar("alpha-beta", case.reference),
                        Bar("without pruning", case.plain),
                    ),
                )
            ],
        )


def _cuts_off(deeper: PruningCase | None, logs: Iterable[Iterable[object]]) -> bool:
    if deeper is None:
        return False
    seen = 0
    for root, log in zip(deeper.roots, logs, strict=True):
        asked = _asked(log, root)
        seen += sum(node.is_cut_off(asked) for node in _watched(root))
    return seen >= LEAST_CUTS[deeper.id]


def _asked(log: Iterable[object], root: Position) -> set[str]:
    """The undecided positions of the full tree that were asked about."""
    notes = {note for note in log if isinstance(note, str)}
    found: set[str] = set()
    for player in Player:
        tree = {note for note in _undecided(root) if note.endswith(player.name)}
        seen = (tree & reading for reading in _readings(notes))
        found |= next(filter(None, seen), set())
    return found


def _readings(notes: set[str]) -> Iterator[set[str]]:
    """``notes`` as they are, and as those of a board that was turned in either way."""
    yield notes
    yield _turned(notes)
    yield _turned(notes, flipped=True)


_EXCHANGED = str.maketrans("BW", "WB")


def _turned(notes: Iterable[str], *, flipped: bool = False) -> set[str]:
    """The same positions seen from the other side; the columns stay in order if ``flipped``."""
    found: set[str] = set()
    for note in notes:
        cells, _, name = note.partition(" ")
        if name not in Player.__members__:
            continue
        rows = [cells[at : at + COL] for at in range(0, len(cells), COL)]
        turned = "".join(rows[::-1]) if flipped else cells[::-1]
        found.add(f"{turned.translate(_EXCHANGED)} {Player[name].get_opponent().name}")
    return found


@functools.cache
def _watched(root: Position) -> list[Watched]:
    return watched(Bitboard.read(root.rows), root.player)


@functools.cache
def _undecided(root: Position) -> frozenset[str]:
    """The undecided positions of the full tree above the depth limit, each as the stub notes it."""
    found: set[str] = set()
    level = {Bitboard.read(root.rows)}
    player = root.player
    for _ in range(root.depth):
        level = {position for position in level if not is_over(position)}
        found |= {f"{''.join(position.rows)} {player.name}" for position in level}
        level = {
            play(position, move, player) for position in level for move in moves(position, player)
        }
        player = player.get_opponent()
    return frozenset(found)


def _children(root: Position) -> set[str]:
    """The undecided positions after the first move, each as the stub notes it."""
    position, other = Bitboard.read(root.rows), root.player.get_opponent()
    children = {play(position, move, root.player) for move in moves(position, root.player)}
    return {f"{''.join(child.rows)} {other.name}" for child in children if not is_over(child)}


def _mirrored(note: str) -> str:
    """The same position with left and right exchanged."""
    cells, _, name = note.partition(" ")
    rows = (cells[at : at + COL][::-1] for at in range(0, len(cells), COL))
    return f"{''.join(rows)} {name}"
