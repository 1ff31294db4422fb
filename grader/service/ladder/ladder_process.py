"""Plays pairs of ladder games, rates players and lists agents, in a process of its own.

    python -m grader.service.ladder.ladder_process < request > answer

A worker runs it beside its gradings. It has no database, reads what students wrote as data, and
runs it in sandboxes alone. What plays, rates and draws is the code of ``grade tournament``.
"""

from __future__ import annotations

import os
import sys
from dataclasses import replace
from pathlib import Path

import msgspec

from grader import sandbox as sandboxes
from grader.assignment import Assignment, load_assignment
from grader.intake import IntakeError, read_submission
from grader.jobs.agent_trials import try_agents
from grader.jobs.executors import make_fork_executor
from grader.jobs.game_replay_files import make_replay
from grader.jobs.grading_context import GradingContext
from grader.jobs.grading_key import AssignmentFilesWatch
from grader.jobs.play_pair import dump_records, load_game_and_rules
from grader.jobs.work_order import Player
from grader.machine.termination_signals import raise_on_signal
from grader.service.course_editions import edition_digest
from grader.service.ladder.ladder_replays import dump_replays
from grader.tournament.entrants import list_reference_agents, load_reference_agent
from grader.tournament.parallel_games import play_pairs
from grader.tournament.ratings import GamePairPoints, rate_players
from grader.tournament.sprt_score import (
    OPENING_PLIES,
    GameTerms,
    draw_opening_moves,
    make_pair,
)


class AssignmentPlace(msgspec.Struct, frozen=True):
    """An assignment in a folder; ``digest`` is that of the edition by which games count."""

    course: str
    assignment: str
    digest: str


class RequestedPlayer(msgspec.Struct, frozen=True):
    """A player: a file, or a reference agent by its name.

    Attributes:
        name: by which records call the player.
        bindings: lines by role, as people have given them.
        tried: whether it is known to play.
    """

    name: str
    path: str = ""
    agent: str = ""
    bindings: dict[str, str] = {}
    tried: bool = False


class AgentsRequest(msgspec.Struct, frozen=True, tag="agents"):
    """A request for the names of all reference agents."""

    place: AssignmentPlace


class PairRequest(msgspec.Struct, frozen=True, tag="pair"):
    """A request to play a pair of games; ``seconds`` is 0 for what the assignment promises."""

    place: AssignmentPlace
    players: tuple[RequestedPlayer, RequestedPlayer]
    sandbox: str
    seed: int
    seconds: float


class RateRequest(msgspec.Struct, frozen=True, tag="rate"):
    """A request for strengths: of each pair both players, and the points of the first one."""

    pairs: list[tuple[int, int, float, float]]


class LadderAnswer(msgspec.Struct, frozen=True):
    """The answer to a request; what was not asked for is empty.

    Attributes:
        agents: names of the reference agents.
        strengths: of each player by their number, with their margin, in Elo points.
        problems: why players cannot play; empty for those that can.
        games: both records, a line each.
        replays: JSON of both replays.
        points: of the first player in both games.
    """

    agents: list[str] = []
    strengths: dict[int, tuple[float, float]] = {}
    problems: tuple[str, str] = ("", "")
    games: str = ""
    replays: str = ""
    points: tuple[float, float] = (0.0, 0.0)


Request = AgentsRequest | PairRequest | RateRequest


def carry_out(request: Request) -> LadderAnswer:
    """Return the answer to a request.

    Raises:
        AssignmentError: if the assignment is not that of the edition, or not in order.
        SandboxUnavailable: if there is no sandbox.
        RuntimeError: if the games could not be played, twice.
    """
    match request:
        case AgentsRequest(place):
            return LadderAnswer(agents=list(list_reference_agents(_load(place))))
        case RateRequest(pairs):
            return LadderAnswer(strengths=compute_strengths(pairs))
        case _:
            return _play(request)


def compute_strengths(
    pairs: list[tuple[int, int, float, float]],
) -> dict[int, tuple[float, float]]:
    """Return the strength and its margin of everybody who has played, in Elo points."""
    players = sorted({player for pair in pairs for player in pair[:2]})
    places = {player: place for place, player in enumerate(players)}
    found = rate_players(
        len(players),
        [
            GamePairPoints(places[one], places[two], (points, back))
            for one, two, points, back in pairs
        ],
    )
    return {player: (found.elo(place), found.elo_margin(place)) for player, place in places.items()}


def _play(request: PairRequest) -> LadderAnswer:
    assignment = _load(request.place)
    sandbox = sandboxes.choose_backend(request.sandbox)
    context = GradingContext(assignment, sandbox, watch=AssignmentFilesWatch.over(assignment))
    _, rules = load_game_and_rules(assignment)
    terms = GameTerms(OPENING_PLIES, request.seed, request.seconds or rules.seconds)
    players, problems = [], ["", ""]
    for number, asked in enumerate(request.players):
        try:
            players.append(_player(assignment, asked))
        except IntakeError as problem:
            problems[number] = str(problem)
    if any(problems):
        return LadderAnswer(problems=(problems[0], problems[1]))
    untried = [number for number in (0, 1) if not request.players[number].tried]
    trials = try_agents(context, [players[number] for number in untried], terms.seconds, "", 1)
    for number, trial in zip(untried, trials, strict=True):
        problems[number] = trial.refusal if trial is not None else ""
    if any(problems):
        return LadderAnswer(problems=(problems[0], problems[1]))
    pair = make_pair((players[0], players[1]), 0, draw_opening_moves(context, 1, terms), terms)
    with play_pairs(context, [(0, pair)], make_fork_executor(context, 1)) as results:
        result = next(results)
    if result.games is None:
        raise RuntimeError(result.lost)
    first, second = result.games
    replays = [make_replay(assignment, record, seconds=0.0) for record in (first, second)]
    return LadderAnswer(
        games=dump_records((first, second)),
        replays=dump_replays(replays),
        points=(first.result.points(0), second.result.points(1)),
    )


def _load(place: AssignmentPlace) -> Assignment:
    assignment = load_assignment(place.assignment, Path(place.course))
    if edition_digest(assignment) != place.digest:
        raise RuntimeError(f"the files of {place.assignment} have changed")
    return assignment


def _player(assignment: Assignment, asked: RequestedPlayer) -> Player:
    if asked.agent:
        return replace(load_reference_agent(assignment, asked.agent), name=asked.name)
    submission = read_submission(Path(asked.path), assignment.file_rules)
    return Player(asked.name, submission, tuple(asked.bindings.items()))


def main() -> int:
    """Answer one request from standard input, and return the exit status."""
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # so that nothing else that is printed passes for an answer
    try:
        with raise_on_signal():
            request = msgspec.json.decode(sys.stdin.buffer.read(), type=Request)
            answers.write(msgspec.json.encode(carry_out(request)))
            answers.flush()
    except KeyboardInterrupt:
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
