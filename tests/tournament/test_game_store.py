"""Games on the disk: nothing that was kept is lost, and nothing half written counts."""

from __future__ import annotations

import random
from dataclasses import replace
from pathlib import Path

import pytest

from grader.tournament.game_store import NAME, GamesError, GameStore
from tests.tournament.made_up import SETTING, games_of, plan, player


def filled(folder: Path, count: int = 3) -> None:
    tournament = plan()
    store = GameStore.opened(folder, SETTING)
    for slot in tournament.due({})[:count]:
        store.add(games_of(tournament.pair(slot), random.Random(str(slot))))
    store.close()


def found(folder: Path, setting: str = SETTING) -> int:
    """How many pairs of the plan are there."""
    tournament = plan()
    store = GameStore.opened(folder, setting)
    pairs = [store.find(tournament.pair(slot)) for slot in tournament.due({})]
    store.close()
    return sum(pair is not None for pair in pairs)


def test_what_was_kept_is_found(tmp_path: Path) -> None:
    filled(tmp_path / "played")
    assert found(tmp_path / "played") == 3


@pytest.mark.parametrize("cut", [1, 10, 400, 2000])
def test_what_was_being_written_is_dropped(tmp_path: Path, cut: int) -> None:
    filled(tmp_path)
    path = tmp_path / NAME
    data = path.read_bytes()
    path.write_bytes(data[:-cut])
    whole = data[:-cut].count(b"\n") // 2
    assert found(tmp_path) == whole
    filled(tmp_path)
    assert found(tmp_path) == 3


def test_a_program_that_has_changed_has_not_played(tmp_path: Path) -> None:
    filled(tmp_path)
    tournament = plan()
    store = GameStore.opened(tmp_path, SETTING)
    first = tournament.players[0]
    changed = player(first.name, "x = 2\n")
    pair = tournament.pair((0, 1, 0))
    assert store.find(pair) is not None
    assert store.find(type(pair)((changed, pair.players[1]), pair.opening, pair.seed, 3.0)) is None
    assert store.find(type(pair)(pair.players, pair.opening, pair.seed, 0.3)) is None
    store.close()


def test_games_of_another_setting_do_not_count(tmp_path: Path) -> None:
    filled(tmp_path)
    assert found(tmp_path, "of another edition of the assignment") == 0
    store = GameStore.opened(tmp_path, "of another edition of the assignment")
    assert store.outdated == 6
    store.close()
    store = GameStore.opened(tmp_path, SETTING)
    assert store.outdated == 0
    store.close()


def test_games_that_name_no_setting_do_not_count(tmp_path: Path) -> None:
    filled(tmp_path)
    path = tmp_path / NAME
    path.write_text(path.read_text().replace(f',"setting":"{SETTING}"', ""))
    assert found(tmp_path) == 0
    store = GameStore.opened(tmp_path, SETTING)
    assert store.outdated == 6
    store.close()


def test_two_tournaments_do_not_share_a_folder(tmp_path: Path) -> None:
    store = GameStore.opened(tmp_path, SETTING)
    with pytest.raises(GamesError, match="another tournament is using"):
        GameStore.opened(tmp_path, SETTING)
    store.close()
    GameStore.opened(tmp_path, SETTING).close()


def test_a_line_that_is_no_game(tmp_path: Path) -> None:
    filled(tmp_path)
    path = tmp_path / NAME
    path.write_bytes(b'{"game_version": 99}\n' + path.read_bytes())
    with pytest.raises(GamesError, match="line 1"):
        GameStore.opened(tmp_path, SETTING)


def test_a_folder_that_cannot_be_made(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(GamesError, match="cannot be opened"):
        GameStore.opened(tmp_path / "file", SETTING)


def test_a_game_on_another_board_is_another_game(tmp_path: Path) -> None:
    filled(tmp_path)
    tournament = plan()
    pair = tournament.pair((0, 1, 0))
    elsewhere = replace(pair, board="9x9")
    store = GameStore.opened(tmp_path, SETTING)
    assert store.find(elsewhere) is None
    store.add(games_of(elsewhere, random.Random(3)))
    store.close()
    store = GameStore.opened(tmp_path, SETTING)
    here, there = store.find(pair), store.find(elsewhere)
    store.close()
    assert here is not None
    assert there is not None
    assert [record.board for record in (*here, *there)] == ["", "", "9x9", "9x9"]
