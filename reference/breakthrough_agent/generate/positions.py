"""Positions in which it is proved which moves are right, and boards of games.

1. Play games at random, a little towards the other side, and look at their positions.
2. Sort them into families by what a search of a given depth has to see: a win, or a loss that all
   other moves run into.
3. Ask the oracle which moves win. Keep positions in which few of many moves do, and among them not
   the first legal one: one of each game at most, so that none is like another.
4. Of a family, take those that most players fail who see too little or search wrongly; first of all
   for each of these players one that it fails. Those that come next are its pool, of which every
   agent is asked about others.
5. For agents that remember, take positions two plies apart in one game: the second has been met in
   the search from the first, where less was asked of it.
"""

from __future__ import annotations

import functools
import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import starmap

from reference.breakthrough_agent import rules
from reference.breakthrough_agent.generate import counted, quiet
from reference.breakthrough_agent.generate.games import captures, positions
from reference.breakthrough_agent.generate.players import forgetful, natural, panel
from reference.breakthrough_agent.oracle import Prover
from reference.breakthrough_agent.rules import Move, State

_GAMES = 4000
_ENOUGH = 40
"""Positions of a family to choose from."""
_NODES = 20_000
"""Of a proof, which the oracle ends then; the same on every machine."""

Solved = tuple[State, set[Move]]
"""A position, and the moves that win."""


@dataclass(frozen=True, slots=True)
class Family:
    """Positions that ask for the same.

    Attributes:
        plies: how far a search has to look.
        number: how many are wanted that every agent is asked about.
        pool: how many more to draw from.
        most_pawns: of both sides together.
        most_right: how many moves may be right.
        fits: whether a position is one, given its right moves.
    """

    name: str
    plies: int
    number: int
    pool: int
    most_pawns: int
    most_right: int
    fits: Callable[[State, set[Move]], bool]


def wins_in(plies: int) -> Callable[[State, set[Move]], bool]:
    """Positions in which so many plies suffice for a win, and no fewer."""

    def fits(state: State, _: set[Move]) -> bool:
        return _wins(state, plies) and not (plies > 2 and _wins(state, plies - 2))

    return fits


def loses_in(plies: int) -> Callable[[State, set[Move]], bool]:
    """Positions in which every wrong move loses in so many plies, and a tempting one is wrong.

    In two plies, that is a capture: there is more to see than that something can be captured. In
    four, it is the move that looks best at once, and that does not lose any sooner.
    """

    def fits(state: State, right: set[Move]) -> bool:
        if _wins(state, 3):
            return False
        wrong = [move for move in rules.moves(state) if move not in right]
        if not all(_wins(rules.after(state, move), plies - 1) for move in wrong):
            return False
        if plies == 2:
            return any(move in wrong for move in captures(state))
        tempting = {player(rules.board_of(state)) for player in natural()}
        return tempting.isdisjoint(right) and not any(
            _wins(rules.after(state, move), plies - 3) for move in tempting
        )

    return fits


FAMILIES = (
    Family("win_in_1", 1, 4, 12, 16, 2, wins_in(1)),
    Family("win_in_3", 3, 8, 16, 14, 2, wins_in(3)),
    Family("win_in_5", 5, 3, 0, 12, 3, wins_in(5)),
    Family("loss_in_2", 2, 6, 12, 14, 2, loses_in(2)),
    Family("loss_in_4", 4, 3, 0, 14, 2, loses_in(4)),
)
_SEQUELS = 3
"""Positions that follow another of the same game."""
_LIVES, _MOVES = 3, 4
"""Games of which boards are kept, and how many of each: every other move of one player."""
_ENDS = 8
"""More games, of which the last moves of one player are kept, as many."""


def render() -> str:
    """The text of the file: the positions of families and pools, each with its right moves."""
    found = _found()
    lines = []
    for family in FAMILIES:
        everybody, pool = found[family.name]
        lines.append(_section(family.name, starmap(_entry, everybody)))
        if pool:
            lines.append(_section(f"{family.name}_pool", starmap(_entry, pool)))
    lines.append(_section("goes_on", starmap(_entry, _games_that_go_on())))
    lines.append(_section("games", map(json.dumps, _games_with_boards())))
    lines.append(_section("ends_pool", map(json.dumps, _ends_of_games())))
    lines.append(_section("quiet", quiet.entries()))
    lines.append(_section("counted", counted.entries()))
    lines.append(_section("counted_close", counted.close_entries()))
    return "{\n" + ",\n".join(lines) + "\n}\n"


def _section(name: str, entries: Iterable[str]) -> str:
    listed = ",\n".join(f"    {entry}" for entry in entries)
    return f'  "{name}": [\n{listed}\n  ]'


def _entry(state: State, right: set[Move]) -> str:
    board = ["".join(row) for row in rules.board_of(state)]
    return json.dumps({"board": board, "right": sorted(right)})


def _found() -> Mapping[str, tuple[list[Solved], list[Solved]]]:
    found: dict[str, list[Solved]] = {family.name: [] for family in FAMILIES}
    for game in range(_GAMES):
        prover = Prover()  # all that is proved of all games would not fit into memory
        left = {family.name: family for family in FAMILIES if len(found[family.name]) < _ENOUGH}
        for state in positions(game):
            families = [each for each in left.values() if _may_be(state, each)]
            right = _right(prover, state) if families else None
            if not right or rules.moves(state)[0] in right:
                continue
            for family in families:
                if len(right) <= family.most_right and family.fits(state, right):
                    found[family.name].append((state, right))
                    del left[family.name]
                    break
    return {family.name: _telling(family, found[family.name]) for family in FAMILIES}


def _telling(family: Family, found: Sequence[Solved]) -> tuple[list[Solved], list[Solved]]:
    """The positions of ``family`` that tell most wrong players from right ones, and its pool.

    Raises:
        LookupError: if there are not enough.
    """
    wanted = family.number + family.pool
    if len(found) < wanted:
        raise LookupError(f"{_GAMES} games have only {len(found)} positions for {family.name}.")
    failing = [
        {
            name
            for name, player in panel(family.plies).items()
            if player(rules.board_of(state)) not in right
        }
        for state, right in found
    ]
    chosen: list[int] = []
    missed: set[str] = set().union(*failing)
    while len(chosen) < wanted:
        best = max(
            (index for index in range(len(found)) if index not in chosen),
            key=lambda index: (len(failing[index] & missed), len(failing[index]), -index),
        )
        chosen.append(best)
        missed -= failing[best]
    everybody, pool = sorted(chosen[: family.number]), sorted(chosen[family.number :])
    return [found[index] for index in everybody], [found[index] for index in pool]


def _may_be(state: State, family: Family) -> bool:
    """Whether it is worth asking the oracle."""
    pawns = (state.black | state.white).bit_count()
    if not 6 <= pawns <= family.most_pawns or len(rules.moves(state)) < 6:
        return False
    if family.name.startswith("win"):
        return family.fits(state, set())
    if len(captures(state)) < 2:  # the only capture is what everybody looks at
        return False
    # Where all but few moves lose soon, the opponent wins if nothing is done.
    return _wins(state._replace(black_to_move=False), family.plies - 1)


def _right(prover: Prover, state: State) -> set[Move] | None:
    """The moves that win for Black, who is to move; ``None`` if that is not known of all moves."""
    winners = prover.after_moves(state, nodes=_NODES)
    if None in winners.values():
        return None
    return {move for move, winner in winners.items() if winner == "B"}


@functools.lru_cache(maxsize=100_000)
def _wins(state: State, plies: int) -> bool:
    """Whether the player to move wins in at most so many plies."""
    mover = "B" if state.black_to_move else "W"
    for move in rules.moves(state):
        after = rules.after(state, move)
        if rules.winner(after) == mover:
            return True
        if plies >= 3 and rules.winner(after) is None:
            replies = [rules.after(after, reply) for reply in rules.moves(after)]
            if all(rules.winner(each) is None and _wins(each, plies - 2) for each in replies):
                return True
    return False


def _games_that_go_on() -> list[Solved]:
    """Positions two plies apart, each with its right moves: two of one game, two of the next.

    In the second there is a win within three plies, which players miss who take the value of a
    board for the same however far they looked.
    """
    family = next(each for each in FAMILIES if each.name == "win_in_3")
    found: list[Solved] = []
    for game in range(_GAMES):
        prover = Prover()
        played = list(positions(game))
        for before, after in zip(played, played[2:], strict=False):
            if not _may_be(after, family):
                continue
            both = [(state, _right(prover, state) or set()) for state in (before, after)]
            fit = all(0 < len(right) <= family.most_right for _, right in both)
            if fit and _misleads(before, *both[1]):
                found += both
                break
        if len(found) == 2 * _SEQUELS:
            return found
    raise LookupError(f"{_GAMES} games have only {len(found) // 2} that go on as they should.")


def _misleads(before: State, after: State, right: set[Move]) -> bool:
    """Whether all who remember too much of ``before`` make a wrong move ``after`` it."""
    for player in forgetful():
        player(rules.board_of(before))
        if player(rules.board_of(after)) in right:
            return False
    return True


def _games_with_boards() -> list[list[list[str]]]:
    return [
        _boards(list(positions(_GAMES + game))[game % 2 :: 4][:_MOVES]) for game in range(_LIVES)
    ]


def _ends_of_games() -> list[list[list[str]]]:
    return [
        _boards(list(positions(_GAMES + _LIVES + game))[game % 2 :: 2][-_MOVES:])
        for game in range(_ENDS)
    ]


def _boards(states: Sequence[State]) -> list[list[str]]:
    return [["".join(row) for row in rules.board_of(state)] for state in states]
