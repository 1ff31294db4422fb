"""The frozen Breakthrough positions: boards, what is asked about them and the exact answers."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

from hidden_tests.ps2.smaller import counted, fewer_pawns, pawns
from reference.ps2.oracle import solve
from reference.ps2.oracle.bitboard import Bitboard, coordinates, improved, moves
from reference.ps2.provided.breakthrough import COL, ROW, Board, Move, Player

PATH = Path(__file__).with_name("positions.json")

Case = TypeVar("Case")


@dataclass(frozen=True, slots=True)
class Position:
    """A board, the side to move, how deep to look, and every right answer."""

    id: str
    family: str
    """The skill that the position asks for."""
    rows: tuple[str, ...]
    player: Player
    depth: int
    score: int
    """For Black, whoever moves."""
    moves: frozenset[Move]
    """All optimal moves; ``MOVE_NONE`` alone if the game is over."""
    shows: tuple[str, ...] = ()
    """The usual mistakes that give a wrong answer here."""

    def __str__(self) -> str:
        return self.id

    def board(self) -> Board:
        """A fresh board, as functions of the assignment take it."""
        return [list(row) for row in self.rows]

    @property
    def size(self) -> str:
        """How much there is to look at."""
        return f"{counted(pawns(self.rows), 'pawn')}, depth {self.depth}"

    def smaller(self) -> Iterator[Position]:
        """Positions to look less far ahead on, or with one pawn less."""
        yield from (
            self._asked(self.rows, depth) for depth in range(min(self.depth, 1), self.depth)
        )
        yield from (self._asked(rows, self.depth) for rows in fewer_pawns(self.rows))

    def at_depth(self, depth: int) -> Position:
        """The same board, to look ``depth`` plies ahead on."""
        return replace(self._asked(self.rows, depth), id=f"{self.id}_at_depth_{depth}")

    def other_side(self) -> Position:
        """The same board with the other side to move."""
        other = self._asked(self.rows, self.depth, self.player.get_opponent())
        return replace(other, id=f"{self.id}_other_side")

    def _asked(self, rows: tuple[str, ...], depth: int, player: Player | None = None) -> Position:
        """The same question about another board, depth or side to move, with its answer."""
        mover = self.player if player is None else player
        solution = solve(rows, depth, mover)
        return replace(
            self,
            rows=rows,
            player=mover,
            depth=depth,
            score=solution.score,
            moves=solution.moves,
        )


@dataclass(frozen=True, slots=True)
class PruningCase:
    """Positions of one kind, and how many undecided positions a search may look into for them.

    Counted are different positions above the depth limit, summed over all roots. Looking further
    than ``limit`` means that there was no pruning worth the name.
    """

    id: str
    roots: tuple[Position, ...]
    plain: int
    """What any full-width search looks into: all there are."""
    reference: int
    """What alpha-beta looks into, moves taken in the order of the reference generator."""
    limit: int

    def __str__(self) -> str:
        return self.id


@dataclass(frozen=True, slots=True)
class MoveSet:
    """A board and all moves of one side."""

    id: str
    family: str
    rows: tuple[str, ...]
    player: Player
    moves: frozenset[Move]

    def __str__(self) -> str:
        return self.id

    def board(self) -> Board:
        """A fresh board, as functions of the assignment take it."""
        return [list(row) for row in self.rows]

    @property
    def size(self) -> str:
        """How much there is to look at."""
        return counted(pawns(self.rows), "pawn")

    def smaller(self) -> Iterator[MoveSet]:
        """The same side on boards with one pawn less."""
        for rows in fewer_pawns(self.rows):
            board = Bitboard.read(rows)
            found = frozenset(coordinates(move) for move in moves(board, self.player))
            yield replace(self, rows=rows, moves=found)


@dataclass(frozen=True, slots=True)
class Evaluation:
    """A board and its value by the improved evaluation."""

    id: str
    family: str
    rows: tuple[str, ...]
    score: int

    def __str__(self) -> str:
        return self.id

    def board(self) -> Board:
        """A fresh board, as functions of the assignment take it."""
        return [list(row) for row in self.rows]

    @property
    def size(self) -> str:
        """How much there is to look at."""
        return counted(pawns(self.rows), "pawn")

    @classmethod
    def of(cls, id: str, rows: tuple[str, ...]) -> Evaluation:
        """A board that is not among the frozen ones."""
        return cls(id, "written", rows, improved(Bitboard.read(rows)))

    def smaller(self) -> Iterator[Evaluation]:
        """Boards with one pawn less."""
        for rows in fewer_pawns(self.rows):
            yield replace(self, rows=rows, score=improved(Bitboard.read(rows)))


def positions(*families: str) -> list[Position]:
    """The positions of these families, in the order of the file."""
    return _of_families(_loaded("searches", position_of), families)


def handout(*boards: str) -> list[Position]:
    """The handout's own search positions, by the end of their names: ``handout("31", "32")``."""
    by_id = {position.id: position for position in positions("handout")}
    return [by_id[f"board_{board}"] for board in boards]


def pruning_cases(*names: str) -> list[PruningCase]:
    """Cases for counting, by name."""
    by_name = {case.id: case for case in _loaded("pruning", _pruning_case)}
    return [by_name[name] for name in names]


def move_sets(*families: str) -> list[MoveSet]:
    """Boards for task 2.1 of these families."""
    return _of_families(_loaded("move_sets", move_set_of), families)


def evaluations(*families: str) -> list[Evaluation]:
    """Boards for task 5.1 of these families."""
    return _of_families(_loaded("evaluations", evaluation_of), families)


def check_rows(rows: Sequence[str], where: str) -> tuple[str, ...]:
    """Returns ``rows`` if they make a board, else raises ``ValueError`` naming ``where``."""
    if len(rows) != ROW or any(len(row) != COL or set(row) - set("BW_") for row in rows):
        raise ValueError(
            f"{where}: a board is {ROW} rows of {COL} cells B, W or _; got {list(rows)}"
        )
    return tuple(rows)


def _of_families(cases: Iterable[Any], families: Sequence[str]) -> list[Any]:
    found = [case for case in cases if case.family in families]
    if missing := set(families) - {case.family for case in found}:
        raise ValueError(f"{PATH.name} has no family {', '.join(sorted(missing))}")
    return found


@cache
def _file() -> dict[str, Any]:
    document: dict[str, Any] = json.loads(PATH.read_text(encoding="utf-8"))
    return document


@cache
def _loaded(section: str, read: Callable[[Mapping[str, Any]], Case]) -> tuple[Case, ...]:
    return tuple(read(entry) for entry in _file()[section])


def position_of(entry: Mapping[str, Any]) -> Position:
    """The position of an entry in a file."""
    return Position(
        entry["id"],
        entry["family"],
        check_rows(entry["board"], entry["id"]),
        Player[entry["player"]],
        entry["depth"],
        entry["score"],
        _moves(entry["moves"]),
        tuple(entry.get("shows", ())),
    )


def _pruning_case(entry: Mapping[str, Any]) -> PruningCase:
    return PruningCase(
        entry["id"],
        tuple(position_of(root) for root in entry["roots"]),
        entry["plain"],
        entry["reference"],
        entry["limit"],
    )


def move_set_of(entry: Mapping[str, Any]) -> MoveSet:
    """The board of an entry in a file, and its moves."""
    return MoveSet(
        entry["id"],
        entry["family"],
        check_rows(entry["board"], entry["id"]),
        Player[entry["player"]],
        _moves(entry["moves"]),
    )


def evaluation_of(entry: Mapping[str, Any]) -> Evaluation:
    """The board of an entry in a file, and its value."""
    return Evaluation(
        entry["id"], entry["family"], check_rows(entry["board"], entry["id"]), entry["score"]
    )


def _moves(entries: Iterable[Sequence[Sequence[int]]]) -> frozenset[Move]:
    return frozenset(((a, b), (c, d)) for (a, b), (c, d) in entries)
