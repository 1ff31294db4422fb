"""A game in words."""

from __future__ import annotations

from grader.model.game_record import Ending, GameRecord, Result


def summary_of(record: GameRecord, sides: tuple[str, str]) -> str:
    """A game in one line: ``alice (Black) beat bob (White) in 31 plies``."""
    named = [f"{name} ({side})" for name, side in zip(record.players, sides, strict=True)]
    plies = len(record.opening) + len(record.plies)
    if record.result is Result.DRAW:
        text = f"{named[0]} and {named[1]} drew in {plies} plies"
    else:
        winner = int(record.result is Result.SECOND)
        text = f"{named[winner]} beat {named[1 - winner]} in {plies} plies"
        if record.ending is Ending.LATENESS:
            text += ", who was late too often"
        elif record.ending is Ending.GONE:
            text += ", whose process had ended"
    faults = [
        f"{number} of {record.players[side]}'s moves replaced"
        for side in (0, 1)
        if (number := record.substituted(side))
    ]
    return "; ".join([text, *faults])
