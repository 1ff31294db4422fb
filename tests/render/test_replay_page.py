"""A game as a page and on a terminal."""

from __future__ import annotations

import base64
import hashlib
import json
import re
from dataclasses import replace
from io import StringIO

import pytest
from rich.console import Console

from grader.model.game_record import GameEnding, MoveFault, Ply, Result
from grader.model.game_replay import MoveQuality, PositionEvaluation, Replay
from grader.render import game_file
from grader.render.game_sentences import describe_faults, describe_proved_plies, summarise_game
from grader.render.html.replay_page import render
from grader.render.terminal.game import render as as_text
from tests.render import replays
from tests.render.html_page import Found, parse
from tests.render.samples import EVIL

REPLAYS = {
    "game": replays.GAME,
    "unjudged": replays.UNJUDGED,
    "hostile": replays.hostile(EVIL),
    "no move": replace(
        replays.UNJUDGED, moves=(), record=replace(replays.GAME.record, opening=(), plies=())
    ),
}

any_replay = pytest.mark.parametrize("replay", [pytest.param(v, id=k) for k, v in REPLAYS.items()])


@pytest.fixture(scope="module")
def page() -> Found:
    return parse(render(replays.GAME))


# Any page ------------------------------------------------------------------------------------


@any_replay
def test_only_our_own_style_and_script_are_allowed(replay: Replay) -> None:
    found = parse(render(replay))
    (meta,) = (each for each in found.all("meta") if each.has("http-equiv"))
    for kind in ("style", "script"):
        text = "".join(found.one(kind).element.itertext())
        digest = base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()
        assert f"{kind}-src 'sha256-{digest}';" in (meta.get("content") or "")
    assert (meta.get("content") or "").startswith("default-src 'none';")


@any_replay
def test_nothing_is_fetched_and_no_text_acts(replay: Replay) -> None:
    found = parse(render(replay))
    assert not {each.tag for each in found.all()} & {"img", "iframe", "link", "object", "base"}
    for each in found.all():
        assert not [name for name in each.element.attrib if name.startswith("on")]
        assert not each.has("style")
        assert not each.has("src")
        link = each.get("href")
        assert link is None or link.startswith("#")


@any_replay
def test_every_link_leads_to_an_element_of_the_page(replay: Replay) -> None:
    found = parse(render(replay))
    ids = [each.get("id") for each in found.all() if each.has("id")]
    assert len(ids) == len(set(ids))
    assert {(each.get("href") or "")[1:] for each in found.all("a")} <= set(ids)


def test_what_is_hostile_is_spelled_out() -> None:
    text = render(replays.hostile(EVIL))
    # The script and the style sheet are ours; everything else may be a student's.
    rest = re.sub(r"<(script|style)>.*?</\1>", "", text, flags=re.DOTALL)
    assert not re.search(r"<script|<img|\x1b|\u202e|\u200b|\x00", rest)
    assert "&lt;script&gt;" in rest


def test_sixty_plies_open_on_a_phone() -> None:
    assert len(render(replays.long(60)).encode()) < 300_000


@pytest.mark.slow
def test_no_number_of_plies_makes_a_page_that_no_browser_opens() -> None:
    found = parse(render(replays.long(1300)))
    assert len(found.all(kind="position")) == 1201
    assert "… 100 more moves that do not fit on this page" in found.one("body").text


# What there is to see ------------------------------------------------------------------------


def test_head(page: Found) -> None:
    assert page.one("h1").text == "ann against bob"
    assert page.one(kind="result").text == (
        "bob (Nought) beat ann (Cross) in 8 plies. The losing move is c2 at ply 5 ; c4 would have "
        "kept the win."
    )
    assert page.one(kind="kicker").text == "Crosses against noughts"


def test_a_position_for_each_ply_and_the_first(page: Found) -> None:
    positions = page.all(kind="position")
    assert [each.get("id") for each in positions] == [f"ply-{n}" for n in range(9)]
    assert ["last" in each.classes for each in positions] == [False] * 8 + [True]
    heard = [each.one("svg", kind="grid").get("aria-label") for each in positions]
    assert len(set(heard)) == len(heard)


def row(page: Found, number: int) -> Found:
    return page.one(kind="list").one("tr", **{"data-ply": str(number)})


def test_moves_with_their_times(page: Found) -> None:
    assert row(page, 1).text == "1 Cross a1-a2 opening"
    assert row(page, 3).text == "3 Cross c1 1.50 s"
    (used,) = (each for each in row(page, 3).one(kind="clock").all("rect") if not each.classes)
    assert used.get("width") == "50"
    assert row(page, 6).text == "6 Nought d2 0 ms best"


def test_replaced_moves_are_marked_with_the_reason(page: Found) -> None:
    assert row(page, 4).text == "4 Nought d1 3.10 s too late, replaced fine"
    warning = page.one(id="ply-4").one(kind="warning").text
    assert warning == "The referee chose this move. think was stopped after 3.1 s of CPU time."
    assert page.one(id="ply-4").one("pre").text == "so close"
    assert not page.one(id="ply-5").all(kind="warning")


def test_the_line_of_a_crash_is_named() -> None:
    plies = list(replays.GAME.moves)
    crash = Ply("d1", MoveFault.CRASHED, "think raised KeyError.", file="bob.py", line=12)
    plies[3] = replace(plies[3], ply=crash)
    replay = replace(replays.GAME, moves=tuple(plies))
    assert "bob.py, line 12: think raised KeyError." in parse(render(replay)).one(id="ply-4").text
    assert "bob.py, line 12: think raised KeyError." in " ".join(text_of(replay).split())
    assert describe_faults([crash]) == [
        "1 move replaced (crashed); first reason: bob.py, line 12: think raised KeyError."
    ]


def test_what_moves_were_worth(page: Found) -> None:
    assert "It turns a proved win into a proved loss." in page.one(id="ply-5").text
    assert row(page, 5).one(kind="word").text == "blunder"
    players = [each.text for each in page.one(kind="players").all("tr")[1:]]
    assert players == [
        "ann (Cross) 0 1.50 s 1.50 s 1 1 fine , 1 blunder , 1 unproved",
        "bob (Nought) 1 4.00 s 3.10 s 1 2 best , 1 fine",
    ]


def test_the_losing_move_and_the_better_one_are_marked(page: Found) -> None:
    position = page.one(id="ply-5")
    assert "c4 would have kept the win." in position.text
    board = position.one("svg", kind="grid")
    arrows = [" ".join(each.classes) for each in board.all("g")]
    assert arrows == ["arrow right", "arrow yours"]
    assert [" ".join(each.classes) for each in board.all("circle", kind="line")] == ["line right"]
    assert not page.one(id="ply-6").all(kind="right")
    (link,) = page.one(kind="result").all("a")
    assert link.get("href") == "#ply-5"


def test_a_losing_move_is_named_where_it_is_proved_only() -> None:
    assert replays.GAME.losing == 5
    unproved = replace(replays.GAME.moves[4], word=MoveQuality.UNPROVED)
    moves = (*replays.GAME.moves[:4], unproved, *replays.GAME.moves[5:])
    assert replace(replays.GAME, moves=moves).losing is None
    late = replace(replays.GAME.record, ending=GameEnding.LATENESS)
    assert replace(replays.GAME, record=late).losing is None
    drawn = replace(replays.GAME.record, result=Result.DRAW)
    assert replace(replays.GAME, record=drawn).losing is None
    assert replays.UNJUDGED.losing is None


def test_where_the_losing_move_is_not_proved_that_is_said() -> None:
    estimates = [
        replace(move, standing=PositionEvaluation(0.5, False)) for move in replays.GAME.moves[:5]
    ]
    unknown = replace(replays.GAME, moves=(*estimates, *replays.GAME.moves[5:]))
    assert (unknown.losing, unknown.lost_before) == (None, 6)
    said = "Which move lost is not proved: nobody knows who won before ply 6."
    assert said in parse(render(unknown)).one(kind="graph").text
    assert replays.GAME.lost_before is None
    drawn = replace(replays.GAME.record, result=Result.DRAW)
    assert replace(unknown, record=drawn).lost_before is None


def test_a_losing_move_that_the_referee_chose_is_not_the_agents_own() -> None:
    moves = list(replays.GAME.moves)
    moves[4] = replace(moves[4], ply=Ply("c2", MoveFault.CRASHED, "think raised KeyError."))
    found = parse(render(replace(replays.GAME, moves=tuple(moves))))
    assert "The referee chose it, because the agent made no valid move: crashed." in (
        found.one(kind="result").text
    )


@any_replay
def test_only_the_last_move_wins(replay: Replay) -> None:
    found = parse(render(replay))
    said = ["It wins." in each.text for each in found.all(kind="position")]
    assert said == [False] * len(replay.moves) + [True] * bool(replay.moves) or not replay.moves


def test_bars_are_explained(page: Found) -> None:
    (said,) = (each.text for each in page.one(kind="graph").all("p") if "Pale" in each.text)
    assert said == (
        "Who wins is proved from ply 3 on: bars there are full. The result stays the same from "
        "ply 5 on. Pale bars are estimates by pieces: a proof would take too long there. × marks "
        "a mistake or a blunder."
    )


@pytest.mark.parametrize(
    ("proved", "words"),
    [
        ("", ""),
        ("012345678", "from the start"),
        ("8", "from ply 8 on"),
        ("234678", "at plies 2 to 4 and from ply 6 on"),
        ("1", "at ply 1"),
        ("02468", "at 5 of 9 positions"),
    ],
)
def test_where_it_is_proved_who_wins(proved: str, words: str) -> None:
    standings = [PositionEvaluation(0.0, str(number) in proved) for number in range(9)]
    moves = tuple(
        replace(move, standing=standing)
        for move, standing in zip(replays.GAME.moves, standings[1:], strict=True)
    )
    replay = replace(replays.GAME, standing=standings[0], moves=moves)
    assert describe_proved_plies(replay) == words
    bars = parse(render(replay)).one("svg", kind="standings").all("rect")
    assert "".join(each.get("data-ply") or "" for each in bars if "proved" in each.classes) == (
        proved
    )


def test_bars_fill_the_chart_however_short_the_game(page: Found) -> None:
    last = page.one("svg", kind="standings").all("rect")[-1]
    assert float(last.get("x") or 0) + float(last.get("width") or 0) == pytest.approx(639, abs=0.2)


def test_a_graph_of_who_stood_better(page: Found) -> None:
    graph = page.one("svg", kind="standings")
    assert graph.get("aria-label") == (
        "Who stood better after each of 8 plies. Who wins is proved from ply 3 on. Decided after "
        "ply 5. Ply 5 of ann (Cross): blunder."
    )
    bars = graph.all("rect")
    assert [each.get("data-ply") for each in bars] == [str(n) for n in range(9)]
    kinds = ["guessed level", "guessed first", "guessed second"] + ["proved first"] * 2
    assert [" ".join(each.classes) for each in bars] == kinds + ["proved second"] * 4
    assert len(graph.all(kind="wrong")) == 1


def test_without_a_judge_there_is_no_graph_and_no_word() -> None:
    found = parse(render(replays.UNJUDGED))
    assert not found.all(kind="standings")
    assert not found.all(kind="word")


@pytest.mark.parametrize(
    ("ending", "result", "words"),
    [
        (GameEnding.LATENESS, Result.FIRST, "who was late too often"),
        (GameEnding.GONE, Result.FIRST, "whose process had ended"),
        (
            GameEnding.LENGTH,
            Result.DRAW,
            "drew in 8 plies. It ended because it reached the largest",
        ),
    ],
)
def test_other_endings(ending: GameEnding, result: Result, words: str) -> None:
    record = replace(replays.GAME.record, ending=ending, result=result)
    found = parse(render(replace(replays.GAME, record=record)))
    assert words in found.one(kind="result").text


# On a terminal -------------------------------------------------------------------------------


def test_replaced_moves_are_counted_by_kind() -> None:
    kinds = (MoveFault.CRASHED, None, MoveFault.CRASHED, None, MoveFault.ILLEGAL, MoveFault.CRASHED)
    plies = tuple(Ply("c1", kind) for kind in kinds)
    record = replace(replays.GAME.record, opening=(), plies=plies)
    _, black, white = summarise_game(record, ("Cross", "Nought")).split("; ")
    assert black == "3 of ann's moves replaced (2 crashed, 1 illegal)"
    assert white == "1 of bob's moves replaced (crashed)"


def text_of(replay: Replay) -> str:
    shown = StringIO()
    as_text(replay, Console(file=shown, width=100))
    return shown.getvalue()


def test_text() -> None:
    text = text_of(replays.GAME)
    lines = [" ".join(line.split()) for line in text.splitlines()]
    assert " ".join(lines[:2]) == (
        "bob (Nought) beat ann (Cross) in 8 plies; 1 of ann's moves replaced (illegal); 1 of bob's "
        "moves replaced (too late)."
    )
    assert "1 Cross a1-a2 opening" in lines
    assert "5 Cross c2 4 ms blunder c4 would have kept the win" in lines
    assert "8 Nought d3 0.90 s best It wins." in lines
    assert "The losing move is c2 at ply 5; c4 would have kept the win." in lines
    assert "7 Cross c3 0 ms fine replaced, illegal: c9 is against the rules." in lines
    assert lines[lines.index("printed at ply 6 by bob (Nought):") + 1] == "│ won!"
    assert "●" in lines[-2] + lines[-3]


@any_replay
def test_no_text_obeys_anybody(replay: Replay) -> None:
    text = text_of(replay)
    assert not re.search(r"[\x00-\x08\x0b-\x1f\x7f\u202e\u200b]", text)
    assert not re.search(r"##\w*\[|^\s*::", text, re.MULTILINE)


def test_a_record_without_lines_of_crashes_is_still_read() -> None:
    document = json.loads(game_file.dump_game_line(replays.GAME.record))
    for ply in document["game"]["plies"]:
        del ply["file"], ply["line"]
    assert game_file.load_game_line(json.dumps(document)) == replays.GAME.record
