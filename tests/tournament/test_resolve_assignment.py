from __future__ import annotations

from pathlib import Path

import pytest

from grader.assignment import UnknownAssignment
from grader.assignment.course_assignments import BUILT_IN
from grader.intake import IntakeError
from grader.tournament.resolve_assignment import resolve_assignment
from tests.made_up import made_up

CLASS = "class PlayerAI:\n    def make_move(self, board):\n        return board\n"
FUNCTION = "def agent(board, player):\n    return 0\n"
OTHER = "def alpha_beta_search(board, player):\n    return 0, 0\n"


def written(folder: Path, *sources: str) -> list[str]:
    """Paths of files with these texts."""
    paths = [folder / f"player{number}.py" for number in range(len(sources))]
    for path, source in zip(paths, sources, strict=True):
        path.write_text(source)
    return [str(path) for path in paths]


@pytest.mark.parametrize(
    ("sources", "names", "expected"),
    [
        ((CLASS,), (), "breakthrough_agent"),
        ((FUNCTION,), (), "connect4"),
        ((OTHER,), (), "connect4"),
        ((CLASS + OTHER,), (), "breakthrough_agent"),
        ((CLASS, "x = 1\n"), (), "breakthrough_agent"),
        ((FUNCTION,), ("champion",), "connect4"),
        (("x = 1\n",), ("zobrist",), "breakthrough_agent"),
        ((), ("greedy", "champion"), "connect4"),
    ],
)
def test_players_show_whose_game_is_meant(
    tmp_path: Path, sources: tuple[str, ...], names: tuple[str, ...], expected: str
) -> None:
    assert resolve_assignment(BUILT_IN, written(tmp_path, *sources), names).id == expected


@pytest.mark.parametrize(
    ("sources", "names"),
    [
        (("x = 1\n",), ()),
        ((CLASS, FUNCTION), ()),
        ((), ("champion", "random")),
        ((), ("zobrist", "greedy")),
    ],
)
def test_a_person_has_to_say_where_players_do_not_show(
    tmp_path: Path, sources: tuple[str, ...], names: tuple[str, ...]
) -> None:
    with pytest.raises(UnknownAssignment, match="breakthrough_agent, connect4; choose one with"):
        resolve_assignment(BUILT_IN, written(tmp_path, *sources), names)


def test_files_for_an_assignment_without_a_game_do_not_play() -> None:
    with pytest.raises(UnknownAssignment, match="look like ps2, in which no agents play"):
        resolve_assignment(BUILT_IN, [str(BUILT_IN / "submissions" / "alice.py")], ["champion"])


def test_a_name_that_nobody_bears() -> None:
    with pytest.raises(IntakeError, match="nobody is neither a file nor a reference agent of"):
        resolve_assignment(BUILT_IN, [], ["nobody"])


def test_a_course_without_agents(tmp_path: Path) -> None:
    made_up(tmp_path)
    with pytest.raises(UnknownAssignment, match="has none"):
        resolve_assignment(tmp_path, [], ["champion"])
