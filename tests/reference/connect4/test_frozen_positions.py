"""The frozen positions are what they are said to be."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from reference.connect4 import generate, oracle, rules
from reference.connect4.generate import __main__ as command
from reference.connect4.generate.positions import FAMILIES, Family
from reference.connect4.oracle.plain import plain

FROZEN = json.loads(generate.PATH.read_text("utf-8"))

every_family = pytest.mark.parametrize("family", FAMILIES, ids=lambda family: family.name)


def entries(family: Family) -> list[tuple[rules.Board, dict[str, Any]]]:
    return [(tuple(entry["board"]), entry) for entry in FROZEN[family.name]]


@every_family
def test_what_is_said_is_what_the_oracle_finds(family: Family) -> None:
    for board, entry in entries(family):
        assert rules.to_move(board) == entry["player"]
        assert not rules.over(board)
        values = oracle.values(board)
        assert entry["value"] == max(values.values())
        assert entry["best"] == [c for c, value in values.items() if value == entry["value"]]
        assert entry["plies"] == oracle.plies_to_end(board, 7)
        wins = entry["value"] == 1 and entry["plies"] is not None
        soonest = oracle.winning_columns(board, entry["plies"]) if wins else ()
        assert entry["soonest"] == sorted(soonest)
        if entry["nodes"] is not None:
            assert plain(board).nodes == entry["nodes"]


@every_family
def test_there_is_one_for_either_player_on_every_size(family: Family) -> None:
    found = [((len(b), len(b[0])), entry["player"]) for b, entry in entries(family)]
    assert found == [(size, player) for size in family.sizes for player in "xo"]


@every_family
def test_a_plain_search_settles_those_that_are_not_open(family: Family) -> None:
    for _, entry in entries(family):
        assert (entry["nodes"] is None) == family.opened


@every_family
def test_the_first_legal_column_is_wrong(family: Family) -> None:
    for board, entry in entries(family):
        first = rules.moves(board)[0]
        if entry["value"] >= 0:
            assert first not in (entry["soonest"] or entry["best"])


@every_family
def test_names_say_what_there_is_to_see(family: Family) -> None:
    for board, entry in entries(family):
        opponent = rules.other(entry["player"])
        threats = oracle.winning_columns(board, 1, player=opponent)
        match family.name.removeprefix("open_"):
            case "block":
                assert threats == set(entry["best"])
                assert entry["value"] >= 0
                assert entry["plies"] != 1
            case "win" | "draw" | "loss" as name:
                assert entry["value"] == {"win": 1, "draw": 0, "loss": -1}[name]
                assert entry["plies"] is None or entry["plies"] > 5
            case name:
                assert name == f"win_in_{entry['plies']}"
                assert len(entry["soonest"]) == 1


def test_what_is_missing_is_written_and_checked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(generate, "FOLDER", tmp_path)
    files = [tmp_path / f"{name}.json" for name in ("positions", "boards", "searches")]
    for path in files:
        monkeypatch.setattr(f"reference.connect4.generate.{path.stem}.render", lambda: "{}")
    assert command.main(["--check"]) == 1
    assert "run `python -m reference.connect4.generate`" in capsys.readouterr().out
    assert command.main([]) == 0
    assert all(path.read_text() == "{}" for path in files)
    assert command.main(["--check"]) == 0
