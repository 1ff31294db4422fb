"""A person as one side of a game: what they type is a move, however they punctuate it."""

from __future__ import annotations

from grader.play.game import Game, Malformed, Move, State


def typed(game: Game[State, Move], state: State, word: str) -> Move:
    """The legal move that somebody means: only letters and digits count, ``12-23`` is ``1.2-2.3``.

    Raises:
        Malformed: if there is none, or more than one.
    """
    moves = {game.written(move): move for move in game.moves(state)}
    if word in moves:
        return moves[word]
    found = [name for name in moves if _bare(name) == _bare(word)]
    if len(found) == 1:
        return moves[found[0]]
    if not found:
        raise Malformed(f"{word!r} is not a legal move here; ? lists them.")
    raise Malformed(f"{word!r} can be {' or '.join(found)}; write it as one of these.")


def _bare(word: str) -> str:
    return "".join(filter(str.isalnum, word.casefold()))
