"""What fills the roles of the right solutions is found, and answers as the rules say."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest

from grader.assignment import load_assignment
from grader.examine.role_binding import Bindings
from grader.model.role_binding import BindingSource
from grader.sandbox.backend_interface import Injection, Session
from reference.connect4 import oracle, rules
from reference.connect4.rules import Board
from tests.reference.connect4.solutions import (
    ADAPTER,
    RIGHTS,
    bound_session,
    called,
    lines,
    title,
    values,
    whole,
)  # fmt: skip

pytestmark = [pytest.mark.bubblewrap, pytest.mark.slow]

TABLE = Path(__file__).parent / "data" / "bindings.txt"
SIZES = ((4, 5), (5, 4), (6, 7))
SEARCHES = ("alpha_beta_search", "ordered_search")


def table() -> dict[str, dict[str, str]]:
    """Role by role what is found in each solution."""
    found: dict[str, dict[str, str]] = {}
    solution = ""
    for line in TABLE.read_text("utf-8").splitlines():
        if line.startswith(" "):
            role, _, said = line.strip().partition(" = ")
            found[solution][role] = said
        else:
            solution = line
            found[solution] = {}
    return found


def positions(plies: range, games: int = 6) -> list[Board]:
    """Positions of random games on several sizes, which may be over."""
    chance = random.Random(4)
    found: list[Board] = []
    for number in range(games):
        board = rules.start(*SIZES[number % len(SIZES)])
        free = len(board) * len(board[0])
        for _ in range(free - chance.choice(plies)):
            if moves := rules.moves(board):
                board = rules.drop(board, rules.to_move(board), chance.choice(moves))
        found.append(board)
    return found


def worth(board: Board, player: rules.Player) -> int:
    winner = rules.winner(board)
    return 0 if winner is None else 1 if winner == player else -1


def asked_of_helpers() -> list[tuple[str, tuple[Any, ...], Any]]:
    """Roles, arguments, and right answers."""
    asked: list[tuple[str, tuple[Any, ...], Any]] = [
        ("empty_board", (size,), rules.start(*size)) for size in SIZES
    ]
    for board in positions(range(30), games=30):
        asked.append(("terminal", (board,), rules.over(board)))
        if rules.over(board):  # while a game goes on, nobody asks what it is worth
            asked += [("utility", (board, player), worth(board, player)) for player in ("x", "o")]
            continue
        mover = rules.to_move(board)
        asked.append(("actions", (board,), rules.moves(board)))
        asked += [
            ("result", (board, mover, column), rules.drop(board, mover, column))
            for column in rules.moves(board)
        ]
    return asked


def test_there_are_enough_solutions_of_each_kind() -> None:
    assert len(RIGHTS) >= 18
    assert {path.suffix for path in RIGHTS} == {".py", ".ipynb"}
    assert set(table()) == set(map(title, RIGHTS))


@pytest.mark.parametrize("path", RIGHTS, ids=title)
def test_everything_is_found_and_right_with_what_is_lent_too(path: Path) -> None:
    with bound_session(path) as (session, bindings):
        assert lines(bindings) == table()[title(path)]
        assert not bindings.errors
        found = _tasks(bindings)
        assert {*whole(path)} <= {*found}
        more = [task for task in found if task not in whole(path)]
        assert not [task for task in more if found[task] in bindings.wrong]
        _helpers_are_right(session, bindings)
        _plays_right(session, bindings)
        fits = {role: bindings.fits[role] for role in LENT if role in bindings.fits}
        lent = {role: LENT[role] for role in fits}
        loaded = session.load(Injection(globals=lent, adapter=ADAPTER, fits=fits))
        assert sorted(loaded.unlent) == sorted(NOT_LENT.get(title(path), ()))
        _plays_right(session, bindings)


def _tasks(bindings: Bindings) -> dict[str, str]:
    """The tasks in which the roles that were found can be right, with these."""
    tasks = {
        task.id: task.function for task in load_assignment("connect4").tasks
        if task.function is not None and task.function in bindings.fits
    }  # fmt: skip
    result = bindings.fits.get("result")
    changed = result is not None and "changed" in str(result.how["answer"])
    if changed:
        tasks.pop("2.2")  # it asks for a new board
    return tasks


def _helpers_are_right(session: Session, bindings: Bindings) -> None:
    right = [one for one in asked_of_helpers() if one[0] in bindings.fits]
    calls = [called(bindings, role, *args) for role, args, _ in right]
    answers = values(session.fork().call_each(calls))
    for (role, args, answer), came in zip(right, answers, strict=True):
        assert (tuple(sorted(came)) if role == "actions" else came) == answer, (role, args)


def _plays_right(session: Session, bindings: Bindings) -> None:
    """Exact searches find the value and a best column of positions near the end."""
    boards = [board for board in positions(range(3, 8), games=12) if not rules.over(board)]
    for role in set(SEARCHES) & set(bindings.fits):
        calls = [called(bindings, role, board, rules.to_move(board)) for board in boards]
        for board, answer in zip(boards, values(session.fork().call_each(calls)), strict=True):
            column, value = answer
            assert column in oracle.best(board), board
            assert value in {None, oracle.solve(board)}, board


LENT = {
    "result": """
def result(board, player, action):
    after = board.copy()
    row = max(row for row in range(board.shape[0]) if board[row, action] == " ")
    after[row, action] = player
    return after
""",
    "actions": """
def actions(board):
    return [column for column in range(board.shape[1]) if board[0, column] == " "]
""",
    "terminal": """
def terminal(board):
    text = "|".join("".join(row) for row in board)
    gaps = (0, board.shape[1] - 1, board.shape[1], board.shape[1] + 1)
    return " " not in text or any(
        text[at:at + 3 * gap + 4:gap + 1] == 4 * player
        for gap in gaps for player in "xo" for at in range(len(text))
    )
""",
    "utility": """
def utility(board, player):
    text = "|".join("".join(row) for row in board)
    gaps = (0, board.shape[1] - 1, board.shape[1], board.shape[1] + 1)
    won = {
        mark for gap in gaps for mark in "xo" for at in range(len(text))
        if text[at:at + 3 * gap + 4:gap + 1] == 4 * mark
    }
    return 0 if not won else 1 if player in won else -1
""",
}
"""Helpers as a reference has them, each by itself."""


NOT_LENT = {
    "numbers/moves_taken_back.py": ("result",),
    "numbers/seen_by_the_mover.py": ("result", "utility"),
    "characters/states_in_dictionaries.py": ("result",),
    "classes/board_object.py": ("actions", "result", "terminal", "utility"),
    "classes/columns_from_one.py": ("actions", "result", "terminal", "utility"),
    "classes/depth_in_an_attribute.py": ("actions", "result", "terminal", "utility"),
    "classes/environment_and_agents.py": ("actions", "result", "terminal", "utility"),
    "classes/functions_of_a_game.py": ("actions", "result", "terminal", "utility"),
    "classes/game_of_the_last_size.py": ("actions", "result", "terminal", "utility"),
    "classes/game_holds_its_board.py": ("actions", "result", "terminal", "utility"),
    "classes/game_and_agents.py": ("actions", "result", "terminal", "utility"),
    "classes/lists_shown_by_searches.py": ("actions", "result", "terminal", "utility"),
    "classes/states_of_a_dataclass.py": ("actions", "result", "terminal", "utility"),
    "classes/states_in_slots.py": ("actions", "result", "terminal", "utility"),
    "classes/winner_by_the_last_disc.py": ("actions", "result", "terminal", "utility"),
    "notebooks/turns_counted.ipynb": ("utility",),
}
"""What is answered in a way that cannot be made up from the reference's answers."""


def test_names_that_nobody_guesses_are_found_by_answers(tmp_path: Path) -> None:
    (own,) = (path for path in RIGHTS if path.stem == "names_of_its_own")
    text = own.read_text("utf-8")
    unhinted = tmp_path / "unhinted.py"
    unhinted.write_text("\n".join(line for line in text.split("\n") if "# grade:" not in line))
    with bound_session(unhinted) as (_, bindings):
        found = {
            role.role: role.function
            for role in bindings.roles
            if role.found is BindingSource.BEHAVIOUR
        }
    assert found == {
        "empty_board": "nothing_yet",
        "result": "throw_in",
        "terminal": "finito",
        "actions": "which_columns_are_free",
        "utility": "worth_of",
        "alpha_beta_search": "think_hard",
    }
