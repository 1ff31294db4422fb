"""The command that writes the frozen files, and what its choices rest on."""

from __future__ import annotations

from collections.abc import Callable
from itertools import islice
from pathlib import Path
from types import SimpleNamespace

import pytest

from hidden_tests.ps2.positions import positions as frozen_positions
from hidden_tests.ps2.positions import pruning_cases
from reference.ps2 import generate
from reference.ps2.generate import __main__ as command
from reference.ps2.generate import frozen, mistakes, pruning, sampling
from reference.ps2.generate.families import Setting
from reference.ps2.oracle.bitboard import Bitboard, is_over
from reference.ps2.provided.breakthrough import Player


@pytest.fixture
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> SimpleNamespace:
    """A stand-in for the generators, which writes two letters."""
    files = SimpleNamespace(PATH=tmp_path / "cases.json", render=lambda: "{}")
    monkeypatch.setattr(frozen, "_GENERATORS", (files,))
    return files


def test_writes_what_is_missing(data: SimpleNamespace) -> None:
    assert command.main([]) == 0
    assert data.PATH.read_text() == "{}"


def test_check_accepts_what_is_up_to_date(
    data: SimpleNamespace, capsys: pytest.CaptureFixture[str]
) -> None:
    data.PATH.write_text("{}")
    assert command.main(["--check"]) == 0
    assert generate.stale() == []
    assert "cases.json is up to date" in capsys.readouterr().out


@pytest.mark.parametrize("text", [None, "[]"])
def test_check_reports_a_difference_and_writes_nothing(
    data: SimpleNamespace, capsys: pytest.CaptureFixture[str], text: str | None
) -> None:
    if text is not None:
        data.PATH.write_text(text)
    assert command.main(["--check"]) == 1
    assert generate.stale() == [f"{data.PATH.parent.name}/cases.json"]
    assert "cases.json differs" in capsys.readouterr().out
    assert (data.PATH.read_text() if data.PATH.exists() else None) == text


@pytest.mark.parametrize("search", [mistakes._full_width, mistakes._alpha_beta])
def test_a_search_without_a_mistake_is_right(search: Callable[..., mistakes.Answer]) -> None:
    for position in frozen_positions("material", "race", "forced_loss", "finished")[::2]:
        board = Bitboard.read(position.rows)
        score, move = search("", board, position.depth, position.player)
        assert score == position.score
        assert move in position.moves


def test_sampled_positions_are_undecided_and_repeatable() -> None:
    first, second = (list(islice(sampling.positions("seed", (4, 6)), 200)) for _ in range(2))
    assert first == second
    assert not any(map(is_over, first))
    assert max(position.black.bit_count() for position in first) == 4
    assert max(position.white.bit_count() for position in first) == 6


@pytest.mark.parametrize("side", Player)
def test_frozen_counts_are_counted_again(side: Player) -> None:
    (case,) = pruning_cases(f"{side.name.lower()}_3_plies")
    roots = [Setting(Bitboard.read(root.rows), root.player, root.depth) for root in case.roots]

    def total(cutting: tuple[Player, ...]) -> int:
        return sum(len(pruning.looked_into(root, list, cutting=cutting)) for root in roots)

    assert total(()) == case.plain
    assert total(tuple(Player)) == case.reference
    assert total((side,)) == case.plain
