"""Plans, and games as if they had been played, for tests."""

from __future__ import annotations

import random
from collections.abc import Iterable

from grader.jobs.work_order import GamePair, Player
from grader.model.game_record import GameEnding, GameRecord, MoveFault, Ply, Result
from grader.model.submission import Cell, Submission
from grader.tournament.plan import PairingSystem, TournamentPlan
from grader.tournament.sprt_score import Games, GameTerms

SETTING = "today's"
TERMS = GameTerms(opening_plies=1, seed=4, seconds=3.0)


def player(name: str, source: str = "x = 1\n") -> Player:
    cell = Cell(source, f"{name}.py", False)
    return Player(name, Submission(f"{name}.py", f"digest of {source}", (cell,), ()))


def plan(
    names: Iterable[str] = "abcd",
    system: PairingSystem = PairingSystem.ROUND_ROBIN,
    pairs: int = 2,
    rounds: int = 2,
) -> TournamentPlan:
    openings = tuple((f"take{number % 2 + 1}",) for number in range(pairs))
    return TournamentPlan(tuple(map(player, names)), system, pairs, rounds, openings, TERMS)


def games_of(pair: GamePair, draw: random.Random) -> Games:
    """Both games of a pair, with any result and a fault now and then."""
    return _game(pair, 0, draw), _game(pair, 1, draw)


def _game(pair: GamePair, number: int, draw: random.Random) -> GameRecord:
    first, second = (0, 1) if number == 0 else (1, 0)
    faults = [None, None, None, MoveFault.LATE, MoveFault.ILLEGAL]
    plies = [Ply("take1", draw.choice(faults), cpu_seconds=draw.random()) for _ in range(4)]
    return GameRecord(
        "takeaway",
        (pair.names[first], pair.names[second]),
        2 * pair.seed + number,
        pair.seconds,
        pair.opening,
        tuple(plies),
        draw.choice(list(Result)),
        GameEnding.RULES,
        (pair.digests[first], pair.digests[second]),
        SETTING,
        pair.board,
    )
