"""Renders a game as one HTML file: to step through, or without a script to follow link by link."""

from __future__ import annotations

import functools
from collections.abc import Sequence
from dataclasses import dataclass

from markupsafe import Markup

from grader.model import formatting
from grader.model.escape import escape_to_one_line
from grader.model.figures import Look, Mark
from grader.model.game_record import GameEnding
from grader.model.game_replay import MoveQuality, PositionEvaluation, Replay, ReplayMove
from grader.render.game_sentences import (
    FAULTS,
    describe_end,
    describe_proved_plies,
    describe_result,
    describe_time,
)
from grader.render.html import grid_svg, svg_parts
from grader.render.html.html_injection_safety import (
    assemble_page,
    make_environment,
    read_template_file,
)
from grader.render.html.svg_parts import SvgFigure, draw_bar, format_coordinate, make_picture

_MOST = 1200
"""Plies that the page has room for."""

_TONES = {
    MoveQuality.BEST: "good",
    MoveQuality.FINE: "meta",
    MoveQuality.MISTAKE: "limit",
    MoveQuality.BLUNDER: "bad",
    MoveQuality.UNPROVED: "meta",
}
_MEANINGS = {
    MoveQuality.BEST: "It keeps what perfect play leads to.",
    MoveQuality.FINE: "Every move loses here.",
    MoveQuality.MISTAKE: "It gives half a point away.",
    MoveQuality.BLUNDER: "It turns a proved win into a proved loss.",
    MoveQuality.UNPROVED: "It cannot be judged: who wins before or after it is not proved.",
}
_ENDINGS = {
    GameEnding.RULES: "",
    GameEnding.LATENESS: "It ended because the loser was late too often.",
    GameEnding.GONE: "It ended because the loser’s process had ended.",
    GameEnding.LENGTH: "It ended because it reached the largest number of plies.",
}


@dataclass(frozen=True, slots=True)
class PlyView:
    """A move as the page shows it.

    Attributes:
        number: from 1.
        player: who made it, with the side.
        sign: the side, as it looks on the board.
        picture: the position after it.
        time: the part of the allowed time that it took, as a bar; empty for a given move.
        spent: the same in words.
        fault: why the referee chose the move, in a word or two; empty if it did not.
        reason: what the agent did instead, and in which line; empty likewise.
        tone: class of the style sheet for ``word``.
        word: what it was worth; empty if nothing was judged.
        meaning: what that word says, or that the move won.
        signs: the signs of this move and of the better one on the board, where there is one.
        better: what the better move does; empty if there is none.
    """

    number: int
    player: str
    side: str
    sign: Markup
    move: ReplayMove
    picture: Markup
    time: Markup
    spent: str
    fault: str
    reason: str
    word: str
    tone: str
    meaning: str
    signs: tuple[Markup, Markup]
    better: str


@dataclass(frozen=True, slots=True)
class PlayerView:
    """A player as the page shows them, with a summary of their moves.

    Attributes:
        words: what moves were worth, its class in the style sheet, and how many there were.
    """

    name: str
    side: str
    sign: Markup
    points: str
    total: str
    longest: str
    replaced: int
    words: tuple[tuple[str, str, int], ...]


@dataclass(frozen=True, slots=True)
class _ReplayPage:
    replay: Replay
    title: str
    result: str
    ending: str
    players: tuple[PlayerView, PlayerView]
    start: SvgFigure
    plies: tuple[PlyView, ...]
    left: int
    graph: Markup
    losing: PlyView | None
    proved: str
    guessed: bool
    drawn: bool


def render(replay: Replay) -> str:
    """Return the game as an HTML document that fetches and sends nothing.

    Its policy allows one style sheet and one script, which are ours. Every text is spelled out
    (``escape.escape_invisible``) and escaped, names of players included.
    """
    package = "grader.render.html"
    style, script = (
        read_template_file(package, "replay.css"),
        read_template_file(package, "replay.js"),
    )
    return assemble_page(_environment(package), "replay.html", style, script, page=_lay_out(replay))


_environment = functools.cache(make_environment)
"""Many games of a tournament are written one after the other."""


def _lay_out(replay: Replay) -> _ReplayPage:
    start = grid_svg.draw_grid(replay.start)
    signs = _signs_of_sides(replay)
    first, second = replay.record.players
    plies = tuple(
        _ply(replay, move, number, signs) for number, move in enumerate(replay.moves[:_MOST], 1)
    )
    losing = replay.losing
    return _ReplayPage(
        replay=replay,
        title=f"{first} against {second}",
        result=describe_result(replay.record, replay.sides),
        ending=_ENDINGS[replay.record.ending],
        players=(_player(replay, 0, signs), _player(replay, 1, signs)),
        start=start,
        plies=plies,
        left=len(replay.moves[_MOST:]),
        graph=draw_advantage(replay),
        losing=plies[losing - 1] if losing is not None and losing <= len(plies) else None,
        proved=describe_proved_plies(replay),
        guessed=any(each is not None and not each.proved for each in replay.standings),
        drawn=any(each == PositionEvaluation(0.0, proved=True) for each in replay.standings),
    )  # fmt: skip


def _signs_of_sides(replay: Replay) -> tuple[Markup, Markup]:
    """Return drawings of each side's pieces; empty if no pieces bear the side's name."""
    looks = {symbol.name: symbol.look for symbol in replay.start.legend}
    first, second = (
        svg_parts.draw_legend_sign(svg_parts.draw_piece(looks[side], (7, 7), 5.5), 14)
        if looks.get(side, Look.LETTER) is not Look.LETTER
        else Markup()
        for side in replay.sides
    )
    return first, second


def _player(replay: Replay, side: int, signs: Sequence[Markup]) -> PlayerView:
    record = replay.record
    plies = record.of(side)
    words = [move.word for move in replay.moves if move.side == side and not move.given]
    return PlayerView(
        name=record.players[side],
        side=replay.sides[side],
        sign=signs[side],
        points={1.0: "1", 0.5: "½", 0.0: "0"}[record.result.points(side)],
        total=formatting.format_seconds(sum(ply.seconds for ply in plies)),
        longest=formatting.format_seconds(max((ply.seconds for ply in plies), default=0.0)),
        replaced=record.substituted(side),
        words=tuple(
            (word.value, _TONES[word], words.count(word))
            for word in MoveQuality
            if words.count(word)
        ),
    )


def _ply(replay: Replay, move: ReplayMove, number: int, signs: Sequence[Markup]) -> PlyView:
    ply, allowed = move.ply, replay.record.seconds
    timed = not move.given and allowed > 0
    return PlyView(
        number=number,
        player=replay.players[move.side],
        side=replay.sides[move.side],
        sign=signs[move.side],
        move=move,
        picture=grid_svg.draw_grid(move.marked).picture,
        time=draw_bar(ply.seconds / allowed, "clock") if timed else Markup(),
        spent="" if move.given else describe_time(ply),
        fault="" if ply.fault is None else FAULTS[ply.fault],
        reason="" if ply.fault is None else ply.reason,
        word="" if move.word is None or move.given else move.word.value,
        tone="" if move.word is None else _TONES[move.word],
        meaning=describe_end(move) or ("" if move.word is None else _MEANINGS[move.word]),
        signs=_draw_wrong_and_better_signs(move),
        better="" if move.better is None else move.better.words,
    )


def _draw_wrong_and_better_signs(move: ReplayMove) -> tuple[Markup, Markup]:
    """Draw the legend signs of a wrong move and of the better one; empty if there is no better."""
    if move.better is None:
        return Markup(), Markup()
    if move.figure.arrows:
        played, better = (
            svg_parts.draw_arrow(mark, (2, 7), (34, 7)) for mark in (Mark.YOURS, Mark.RIGHT)
        )
        return svg_parts.draw_legend_sign(played), svg_parts.draw_legend_sign(better)
    played, better = (svg_parts.draw_ring(mark, (7, 7), 5) for mark in (Mark.YOURS, Mark.RIGHT))
    return svg_parts.draw_legend_sign(played, 14), svg_parts.draw_legend_sign(better, 14)


_WIDTH, _HALF, _EDGE = 640.0, 44.0, 9.0
_LEAST = 1.5
"""Height of the bar of a position in which nobody stands better."""
_DRAWN = 10.0
"""Height of the band of a proved draw, which lies across the middle."""


def draw_advantage(replay: Replay) -> Markup:
    """Return bars of the evaluations of all positions; empty if there are none."""
    known = [each for each in replay.standings if each is not None]
    if not known:
        return Markup()
    step = _WIDTH / len(known)
    middle = _EDGE + _HALF
    elements = [_bar(number, each, step) for number, each in enumerate(known)]
    elements.append(
        f'<path class="axis" d="M0 {format_coordinate(middle)}H{format_coordinate(_WIDTH)}"/>'
    )
    elements += [
        _draw_error_sign(
            step * (number + 0.5), middle + (_HALF + 4) * (1 if move.side == 0 else -1)
        )
        for number, move in enumerate(replay.moves, 1)
        if move.word is not None and move.word.wrong
    ]
    height = 2 * (_HALF + _EDGE)
    return make_picture("standings", _WIDTH, height, _heard(replay, known), elements)


def _bar(number: int, standing: PositionEvaluation, step: float) -> str:
    height = max(_LEAST, abs(standing.value) * _HALF)
    top = _EDGE + _HALF - (height if standing.value > 0 else 0)
    if standing.proved and standing.value == 0:
        height, top = _DRAWN, _EDGE + _HALF - _DRAWN / 2
    kind = "proved" if standing.proved else "guessed"
    side = "first" if standing.value > 0 else "second" if standing.value < 0 else "level"
    return (
        f'<rect class="{kind} {side}" data-ply="{number}" x="{format_coordinate(step * number)}" '
        f'y="{format_coordinate(top)}" width="{format_coordinate(max(0.5, step - 1))}" '
        f'height="{format_coordinate(height)}"/>'
    )


def _draw_error_sign(x: float, y: float) -> str:
    """Return a sign beyond the bars, on the side of the player who erred."""
    return (
        f'<path class="wrong" d="M{format_coordinate(x - 3)} {format_coordinate(y - 3)}l6 '
        f'6M{format_coordinate(x + 3)} {format_coordinate(y - 3)}l-6 6"/>'
    )


def _heard(replay: Replay, standings: Sequence[PositionEvaluation]) -> str:
    sentences = [f"Who stood better after each of {len(standings) - 1} plies."]
    if proved := describe_proved_plies(replay):
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
