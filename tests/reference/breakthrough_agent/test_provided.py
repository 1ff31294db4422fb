from __future__ import annotations

import ast
import copy
import importlib.util
import inspect
import random
import subprocess
import sys
from pathlib import Path
from types import FunctionType, ModuleType

import pytest

from reference.breakthrough_agent import editions, rules
from reference.breakthrough_agent.provided import utils as provided

PROVIDED = Path(provided.__file__).parent
FIRST, *LATER = editions.UTILS
FILES = {"provided": PROVIDED / "utils.py", **editions.UTILS}
TEMPLATE = PROVIDED.parent / "skeleton.py"
"""Students were handed it as ``template.py``."""


def load(edition: str) -> ModuleType:
    path = FILES[edition]
    spec = importlib.util.spec_from_file_location(f"utils_{edition}", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture(params=FILES)
def utils(request: pytest.FixtureRequest) -> ModuleType:
    return load(request.param)


def board(*rows: str) -> rules.Board:
    """A board from its first rows; the others are empty."""
    return [list(row) for row in (*rows, *["______"] * (6 - len(rows)))]


def test_the_start_is_new_every_time(utils: ModuleType) -> None:
    assert (utils.ROW, utils.COL) == (6, 6)
    begun = utils.generate_init_state()
    assert begun == rules.board_of(rules.start())
    begun[0][0] = "_"
    assert utils.generate_init_state()[0] == ["B"] * 6


def test_print_state(utils: ModuleType, capsys: pytest.CaptureFixture[str]) -> None:
    utils.print_state(board("B____W"))
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "+-----+-----+-----+-----+-----+-----+"
    assert lines[1] == "|  B  |     |     |     |     |  W  |"
    assert len(lines) == 13


@pytest.mark.parametrize(
    ("rows", "over"),
    [
        (("B_____", "", "W_____"), False),
        (("", "", "", "W_____", "", "B_____"), True),
        (("W_____", "", "B_____"), True),
        (("B_____",), True),
        (("", "W_____"), True),
        ((), True),
        (("W_____", "", "", "", "", "B_____"), True),
    ],
)
def test_game_over(utils: ModuleType, rows: tuple[str, ...], over: bool) -> None:
    assert utils.is_game_over(board(*(row or "______" for row in rows))) is over


def test_only_black_moves(utils: ModuleType) -> None:
    position = board("B_____", "_W____")
    assert utils.is_valid_move(position, [0, 0], [1, 0])
    assert utils.is_valid_move(position, (0, 0), (1, 1))
    assert not utils.is_valid_move(position, [1, 1], [0, 1])
    assert not utils.is_valid_move(position, [1, 1], [2, 1])


@pytest.mark.parametrize("dst", [(1, 2), (1, 3), (0, 2), (2, 1), (-1, 1), (1, -1)])
def test_moves_that_are_not_valid(utils: ModuleType, dst: tuple[int, int]) -> None:
    """Elsewhere than one row forward; straight onto a pawn; onto an own one."""
    assert not utils.is_valid_move(board("_BB___", "_WB___"), [0, 1], dst)


def test_a_pawn_does_not_leave_the_board(utils: ModuleType) -> None:
    position = board("______", "B____B", "______", "______", "______", "B_____")
    assert not utils.is_valid_move(position, [1, 0], [2, -1])
    assert not utils.is_valid_move(position, [1, 5], [2, 6])
    assert not utils.is_valid_move(position, [5, 0], [6, 0])


def test_the_source_is_an_index_at_once(utils: ModuleType) -> None:
    position = board("B_____", "_____B")
    with pytest.raises(IndexError):
        utils.is_valid_move(position, [6, 0], [7, 0])
    with pytest.raises(IndexError):
        utils.is_valid_move(position, [0, 6], [1, 5])
    # Row -5 is row 1 by another name, so nothing is one row further on.
    assert not utils.is_valid_move(position, [-5, 5], [2, 5])
    # Row -1 is the last row, and row 0 would be the next one.
    assert utils.is_valid_move(board(*["______"] * 5, "B_____"), [-1, 0], [0, 0])


def test_a_move_changes_the_board_itself_and_returns_it(utils: ModuleType) -> None:
    position = board("B_____", "_W____")
    row = position[0]
    assert utils.state_change(position, [0, 0], [1, 1]) is position
    assert position == board("______", "_B____")
    assert position[0] is row


def test_an_illegal_move_is_ignored(utils: ModuleType) -> None:
    position = board("B_____", "BW____")
    assert utils.state_change(position, [0, 0], [1, 0]) is position
    assert position == board("B_____", "BW____")


def test_inversion_changes_the_board_itself_and_returns_it(utils: ModuleType) -> None:
    position = board("BB____", "_W____")
    assert utils.invert_board(position) is position
    assert position == board("______", "______", "______", "______", "_B____", "WW____")
    utils.invert_board(position)
    assert position == board("BB____", "_W____")


@pytest.mark.parametrize(
    ("rows", "move"),
    [
        (("BB____",), ([0, 0], [1, 0])),
        (("B_____", "W_____"), ([0, 0], [1, 1])),
        (("_B____", "_WB___"), ([0, 1], [1, 0])),
        (("B_____", "WB____", "_W____"), ([1, 1], [2, 2])),
        (("______", "W_____"), None),
        (("______", "______", "______", "______", "______", "B_____"), None),
    ],
)
def test_the_random_move_is_the_first_legal_one(
    utils: ModuleType, rows: tuple[str, ...], move: object
) -> None:
    position = board(*rows)
    assert utils.generate_rand_move(position) == move
    assert utils.generate_rand_move(position) == move


@pytest.mark.parametrize("edition", ["provided", *LATER])
def test_later_editions_can_leave_the_board_alone(edition: str) -> None:
    utils = load(edition)
    position = board("B_____", "_W____")
    before = copy.deepcopy(position)
    changed = utils.state_change(position, [0, 0], [1, 1], in_place=False)
    assert changed == board("______", "_B____")
    assert utils.invert_board(position, False)[5] == list("W_____")
    assert position == before
    assert utils.state_change(position, [0, 0], [5, 5], in_place=False) is not position


def test_the_first_edition_cannot() -> None:
    first = load(FIRST)
    with pytest.raises(TypeError, match="in_place"):
        first.state_change(board("B_____"), [0, 0], [1, 0], in_place=False)
    with pytest.raises(TypeError, match="in_place"):
        first.invert_board(board("B_____"), in_place=False)


@pytest.mark.parametrize("edition", editions.UTILS)
def test_files_of_every_edition_run_with_what_is_provided(edition: str) -> None:
    """What is provided has all names of the edition, and takes all arguments of its functions."""
    theirs = load(edition)
    for name, value in vars(theirs).items():
        if name.startswith("__"):
            continue
        ours = getattr(provided, name)
        if not isinstance(value, FunctionType):
            assert type(ours) is type(value), name
            continue
        wanted = inspect.signature(value).parameters
        taken = list(inspect.signature(ours).parameters.values())
        assert [each.name for each in taken][: len(wanted)] == list(wanted)
        assert all(each.default is not each.empty for each in taken[len(wanted) :]), name


@pytest.mark.parametrize("edition", editions.UTILS)
def test_functions_of_every_edition_do_what_those_provided_do(edition: str) -> None:
    theirs = load(edition)
    takes_in_place = "in_place" in inspect.signature(theirs.state_change).parameters
    chance = random.Random(7)
    for _ in range(300):
        position = [[chance.choice("BW__") for _ in range(6)] for _ in range(6)]
        src = [chance.randrange(6), chance.randrange(6)]
        dst = [src[0] + 1, src[1] + chance.choice((-1, 0, 1))]
        for call in (
            lambda module, at, src=src, dst=dst: module.is_valid_move(at, src, dst),
            lambda module, at, src=src, dst=dst: module.state_change(at, src, dst),
            lambda module, at: module.invert_board(at),
            lambda module, at: module.is_game_over(at),
            lambda module, at: module.generate_rand_move(at),
            *(
                (
                    lambda module, at, src=src, dst=dst: module.state_change(at, src, dst, False),
                    lambda module, at: module.invert_board(at, in_place=False),
                )
                if takes_in_place
                else ()
            ),
        ):
            one, other = copy.deepcopy(position), copy.deepcopy(position)
            assert call(provided, one) == call(theirs, other)
            assert one == other


def test_the_newest_constants_are_provided() -> None:
    newest = load(LATER[-1])
    assert (provided.INF, provided.WIN) == (newest.INF, newest.WIN)


@pytest.mark.parametrize(
    ("edition", "infinity", "win"),
    [
        ("ay2223_s1", None, None),
        ("ay2223_s2", None, None),
        ("ay2324_s1", 696969, 101010),
        ("ay2324_s2", 90129012, 21092109),
    ],
)
def test_constants_of_editions(edition: str, infinity: int | None, win: int | None) -> None:
    utils = load(edition)
    assert (getattr(utils, "INF", None), getattr(utils, "WIN", None)) == (infinity, win)


@pytest.mark.parametrize("edition", LATER)
def test_editions_differ_in_nothing_else(edition: str) -> None:
    def definitions(path: Path) -> dict[str, str]:
        tree = ast.parse(path.read_text())
        return {
            node.name: ast.dump(node) for node in tree.body if isinstance(node, ast.FunctionDef)
        }

    before, after = (
        definitions(editions.UTILS[FIRST]),
        definitions(editions.UTILS[edition]),
    )
    assert set(before) == set(after)
    differing = {name for name in before if before[name] != after[name]}
    assert differing == {"state_change", "invert_board"}


def test_the_agents_of_the_template_exist_once_it_is_imported() -> None:
    printed = _run(
        "import skeleton as template\n"
        "print(*(type(player).__name__ for player in template.PLAYERS))\n"
        "print(template.COLOURS, template.BLACK, template.WHITE, template.TIMEOUT)"
    )
    assert printed.splitlines() == [
        "PlayerAI PlayerNaive",
        "('Black', 'White') Black White 3.0",
    ]


def test_the_template_s_agent_has_yet_to_be_written() -> None:
    printed = _run(
        "import skeleton as template, utils\n"
        "try: template.PLAYERS[0].make_move(utils.generate_init_state())\n"
        "except NotImplementedError: print('to be written')"
    )
    assert printed == "to be written\n"


GAME = """
import pathlib, utils
source = pathlib.Path({template!r}).read_text()
source = source.replace("PLAYERS: list[Any] = [PlayerAI(), PlayerNaive()]", {players!r})
namespace = {{"__name__": "__main__"}}
exec(compile(source, "template.py", "exec"), namespace)
"""


def test_a_game_of_the_template() -> None:
    lines = _game("PLAYERS = [PlayerNaive(), PlayerNaive()]").splitlines()
    assert lines[0] == "Initial State"
    assert lines[14] == "Move No: 0 by Black"
    assert lines[28] == "Move No: 1 by White"
    assert "executing random move" not in lines
    assert lines[-1] in ("Black Won", "White Won")
    # The board is shown as it is, and not as White saw it.
    assert [line[:12] for line in lines[32:40:2]] == [
        "|     |  B  ",
        "|  B  |     ",
        "|  W  |     ",
        "|     |  W  ",
    ]


def test_illegal_moves_are_replaced() -> None:
    lines = _game(
        "class Illegal:\n"
        "    def make_move(self, board): return (0, 0), (5, 5)\n"
        "PLAYERS = [PlayerNaive(), Illegal()]"
    ).splitlines()
    replaced = lines.count("executing random move")
    assert replaced == sum(line.endswith("by White") for line in lines)


def test_late_moves_are_replaced() -> None:
    lines = _game(
        "class Late:\n"
        "    def make_move(self, board):\n"
        "        global TIMEOUT\n"
        "        TIMEOUT = -1\n"
        "        return [1, 5], [2, 5]\n"
        "PLAYERS = [Late(), PlayerNaive()]"
    ).splitlines()
    assert lines[14:16] == ["executing random move", "Move No: 0 by Black"]


@pytest.mark.parametrize(
    ("body", "error"), [("return None", "TypeError"), ("raise KeyError", "KeyError")]
)
def test_nothing_an_agent_does_is_caught(body: str, error: str) -> None:
    players = (
        "class Broken:\n"
        f"    def make_move(self, board): {body}\n"
        "PLAYERS = [Broken(), PlayerNaive()]"
    )
    with pytest.raises(subprocess.CalledProcessError) as caught:
        _game(players)
    assert error in caught.value.stderr


def test_agents_are_handed_the_live_board() -> None:
    lines = _game(
        "class Cheat:\n"
        "    def make_move(self, board):\n"
        "        board[5][0] = 'B'\n"
        "        return [1, 5], [2, 5]\n"
        "PLAYERS = [Cheat(), PlayerNaive()]"
    ).splitlines()
    assert lines[14] == "Move No: 0 by Black"
    assert lines[-1] == "Black Won"


def _game(players: str) -> str:
    return _run(GAME.format(template=str(TEMPLATE), players=players))


def _run(code: str) -> str:
    """What the code prints that runs beside the template and the provided modules."""
    ran = subprocess.run(
        [sys.executable, "-c", code],
        cwd=PROVIDED,
        env={"PYTHONDONTWRITEBYTECODE": "1", "PYTHONPATH": f"{PROVIDED}:{TEMPLATE.parent}"},
        check=True,
        capture_output=True,
        text=True,
        timeout=60,
    )
    return ran.stdout
