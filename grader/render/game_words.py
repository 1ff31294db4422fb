"""What every form of a game says in the same words. Nothing here is escaped yet."""

from __future__ import annotations

from grader.model.game_record import Ending, Fault, GameRecord, Result

FAULTS = {
    Fault.ILLEGAL: "illegal",
    Fault.MALFORMED: "no move",
    Fault.LATE: "too late",
    Fault.CRASHED: "crashed",
    Fault.GONE: "gone",
}
"""What was wrong with the agent's own move, in a word or two."""


def summary_of(record: GameRecord, sides: tuple[str, str]) -> str:
    """A game in one line: ``alice (Black) beat bob (White) in 31 plies``."""
    text = result_of(record, sides)
    faults = [
        f"{number} of {record.players[side]}'s moves replaced"
        for side in (0, 1)
        if (number := record.substituted(side))
    ]
    return "; ".join([text, *faults])


def result_of(record: GameRecord, sides: tuple[str, str]) -> str:
    """How it ended: ``alice (Black) beat bob (White) in 31 plies``."""
    named = [f"{name} ({side})" for name, side in zip(record.players, sides, strict=True)]
    plies = len(record.opening) + len(record.plies)
    if record.result is Result.DRAW:
        return f"{named[0]} and {named[1]} drew in {plies} plies"
    winner = int(record.result is Result.SECOND)
    text = f"{named[winner]} beat {named[1 - winner]} in {plies} plies"
    if record.ending is Ending.LATENESS:
        return f"{text}, who was late too often"
    if record.ending is Ending.GONE:
        return f"{text}, whose process had ended"
    return text
