"""Writes the sentences about a game that all formats share: how it ended, times, faults."""

from __future__ import annotations

from collections.abc import Iterable

from grader.model.escape import escape_line_for_ci
from grader.model.formatting import format_count, format_seconds
from grader.model.game_record import GameEnding, GameRecord, MoveFault, Ply, Result
from grader.model.game_replay import Replay, ReplayMove

_NOTICEABLE = 0.05
"""Seconds of waiting that are worth mentioning."""
_STRETCHES = 3
"""Stretches of proved plies that are named one by one."""

FAULTS = {
    MoveFault.ILLEGAL: "illegal",
    MoveFault.MALFORMED: "no move",
    MoveFault.LATE: "too late",
    MoveFault.CRASHED: "crashed",
    MoveFault.GONE: "gone",
    MoveFault.ABSENT: "no agent",
}
"""What was wrong with the agent's own move, in a word or two."""


def describe_end(move: ReplayMove) -> str:
    """Return a sentence on how the move ended the game; empty if the game went on."""
    if move.result is None:
        return ""
    if move.result is Result.DRAW:
        return "It ends the game in a draw."
    return "It wins." if move.result is Result.win_of(move.side) else "It loses at once."


def describe_proved_plies(replay: Replay) -> str:
    """Return the plies with a proved winner: ``at plies 8 to 40 and from ply 48 on``."""
    stretches, last = replay.proved, len(replay.moves)
    if len(stretches) > _STRETCHES:
        number = sum(end - begin + 1 for begin, end in stretches)
        return f"at {number} of {format_count(last + 1, 'position')}"
    words = []
    for begin, end in stretches:
        if end == last:
            words.append(f"from ply {begin} on" if begin else "from the start")
        else:
            words.append(f"at ply {begin}" if begin == end else f"at plies {begin} to {end}")
    return " and ".join(words)


def describe_time(ply: Ply) -> str:
    """Return a move's time: ``0.61 s``, or ``3.1 s, of which 3.1 s waiting``."""
    words = format_seconds(ply.seconds)
    if ply.waited_seconds < _NOTICEABLE:
        return words
    return f"{words}, of which {format_seconds(ply.waited_seconds)} waiting"


def describe_faults(plies: Iterable[Ply]) -> list[str]:
    """Return why moves of an agent were replaced, a sentence for each kind of fault, escaped."""
    return [
        f"{format_count(len(faulty), 'move')} replaced ({FAULTS[fault]}); first reason: "
        f"{escape_line_for_ci(faulty[0].reason)}"
        for fault, faulty in _group_by_fault(plies).items()
    ]


def summarise_game(record: GameRecord, sides: tuple[str, str]) -> str:
    """Return a game in one line: ``alice (Black) beat bob (White) in 31 plies``."""
    text = describe_result(record, sides)
    faults = [
        (
            f"{number} of {record.players[side]}'s moves replaced "
            f"({_count_faults_by_kind(record, side)})"
        )
        for side in (0, 1)
        if (number := record.substituted(side))
    ]
    if record.taken_back:
        faults.append(f"moves were taken back {format_count(record.taken_back, 'time')}")
    return "; ".join([text, *faults])


def _count_faults_by_kind(record: GameRecord, side: int) -> str:
    """Return the number of faults of each kind; only the name if there is one kind."""
    found = _group_by_fault(record.of(side))
    return ", ".join(
        f"{len(faulty)} {FAULTS[fault]}" if len(found) > 1 else FAULTS[fault]
        for fault, faulty in found.items()
    )


def _group_by_fault(plies: Iterable[Ply]) -> dict[MoveFault, list[Ply]]:
    """Return the replaced moves among ``plies`` by fault, in order of first occurrence."""
    found: dict[MoveFault, list[Ply]] = {}
    for ply in plies:
        if ply.fault is not None:
            found.setdefault(ply.fault, []).append(ply)
    return found


def describe_result(record: GameRecord, sides: tuple[str, str]) -> str:
    """Return how the game ended: ``alice (Black) beat bob (White) in 31 plies``."""
    named = [f"{name} ({side})" for name, side in zip(record.players, sides, strict=True)]
    plies = len(record.opening) + len(record.plies)
    if record.result is Result.DRAW:
        return f"{named[0]} and {named[1]} drew in {plies} plies"
    winner = int(record.result is Result.SECOND)
    text = f"{named[winner]} beat {named[1 - winner]} in {plies} plies"
    if record.ending is GameEnding.LATENESS:
        return f"{text}, who was late too often"
    if record.ending is GameEnding.GONE:
        return f"{text}, whose process had ended"
    return text
