"""Drawing who stood better after each ply of a game: a bar for each, up for the first side."""

from __future__ import annotations

from collections.abc import Sequence

from markupsafe import Markup

from grader.model.escape import escape_to_one_line
from grader.model.replay import PositionEvaluation, Replay
from grader.render.game_words import proved_of
from grader.render.html.svg import picture, place

_WIDTH, _HALF, _EDGE = 640.0, 44.0, 9.0
_LEAST = 1.5
"""Height of the bar of a position in which nobody stands better."""
_DRAWN = 10.0
"""Height of the band of a proved draw, which lies across the middle."""


def draw(replay: Replay) -> Markup:
    """The bars, from the position before the first move on; empty if nothing was judged."""
    known = [each for each in replay.standings if each is not None]
    if not known:
        return Markup()
    step = _WIDTH / len(known)
    middle = _EDGE + _HALF
    elements = [_bar(number, each, step) for number, each in enumerate(known)]
    elements.append(f'<path class="axis" d="M0 {place(middle)}H{place(_WIDTH)}"/>')
    elements += [
        _cross(step * (number + 0.5), middle + (_HALF + 4) * (1 if move.side == 0 else -1))
        for number, move in enumerate(replay.moves, 1)
        if move.word is not None and move.word.wrong
    ]
    height = 2 * (_HALF + _EDGE)
    return picture("standings", _WIDTH, height, _heard(replay, known), elements)


def _bar(number: int, standing: PositionEvaluation, step: float) -> str:
    height = max(_LEAST, abs(standing.value) * _HALF)
    top = _EDGE + _HALF - (height if standing.value > 0 else 0)
    if standing.proved and standing.value == 0:
        height, top = _DRAWN, _EDGE + _HALF - _DRAWN / 2
    kind = "proved" if standing.proved else "guessed"
    side = "first" if standing.value > 0 else "second" if standing.value < 0 else "level"
    return (
        f'<rect class="{kind} {side}" data-ply="{number}" x="{place(step * number)}" '
        f'y="{place(top)}" width="{place(max(0.5, step - 1))}" height="{place(height)}"/>'
    )


def _cross(x: float, y: float) -> str:
    """A sign beyond the bars, on the side that lost by the move."""
    return (
        f'<path class="wrong" d="M{place(x - 3)} {place(y - 3)}l6 6M{place(x + 3)} '
        f'{place(y - 3)}l-6 6"/>'
    )


def _heard(replay: Replay, standings: Sequence[PositionEvaluation]) -> str:
    sentences = [f"Who stood better after each of {len(standings) - 1} plies."]
    if proved := proved_of(replay):
        sentences.append(f"Who wins is proved {proved}.")
    decided = replay.decided
    if decided is not None:
        sentences.append(f"Decided after ply {decided}.")
    sentences += [
        f"Ply {number} of {escape_to_one_line(replay.players[move.side])}: {move.word.value}."
        for number, move in enumerate(replay.moves, 1)
        if move.word is not None and move.word.wrong
    ]
    return " ".join(sentences)
