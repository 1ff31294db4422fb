"""Task 3: minimax with alpha-beta, by what it finds on proved positions.

Behaviour decides most points: programs that hold every word of alpha-beta often do not find a win
in one. For the rest it is counted how often the search calls itself, which shows whether it prunes;
where that cannot be counted, the source is looked at. Both count only beside the right moves.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path

from grader.testing import Agent, Student, Undecided, WrongAnswer, cases, task
from hidden_tests.breakthrough_agent.moves import drawn, move_of, words
from hidden_tests.breakthrough_agent.pruning import BOARDS, pruning
from reference.breakthrough_agent.rules import Move

_POSITIONS = json.loads(Path(__file__).with_name("positions.json").read_text("utf-8"))


@dataclass(frozen=True)
class Proved:
    """A position in which it is proved which moves win."""

    name: str
    rows: tuple[str, ...]
    right: tuple[Move, ...]

    def __str__(self) -> str:
        return self.name


@dataclass(frozen=True)
class Series:
    """Positions that one agent is asked about, one after the other."""

    name: str
    positions: tuple[Proved, ...]

    def __str__(self) -> str:
        return self.name


EXAMPLES = [
    Proved(
        "a pawn can arrive",
        ("______", "W_B___", "_____B", "__W___", "B_____", "W_____"),
        (((4, 0), (5, 1)),),
    ),
    Proved(
        "a white pawn is about to arrive",
        ("____B_", "___W__", "_B____", "_BWB_W", "______", "___W__"),
        (((0, 4), (1, 3)),),
    ),
    Proved(
        "a capture leads to a win in three plies",
        ("_B_B__", "______", "W_____", "____B_", "______", "__W__W"),
        (((3, 4), (4, 5)),),
    ),
    Proved(
        "a step leads to a win in three plies",
        ("______", "_B____", "__B__W", "_B____", "______", "W__W__"),
        (((3, 1), (4, 0)),),
    ),
    Proved(
        "every move but one loses in four plies",
        ("B_B_B_", "______", "__W__B", "______", "_W____", "__WW__"),
        (((0, 2), (1, 2)),),
    ),
]
"""Positions for everybody to see, with few pawns and one right move each."""


LAST_PAWN = Proved(
    "the last white pawn can be captured",
    ("______", "B____B", "_W____", "______", "______", "______"),
    (((1, 0), (2, 1)),),
)
"""A search that does not see that a side without pawns has lost makes another move."""
CROWDED = Proved(
    "a pawn among many",
    ("BBBBBB", "__BW_B", "BB__B_", "______", "WW_WWW", "WWWWWW"),
    (((0, 2), (1, 3)), ((0, 4), (1, 3))),
)
"""After three moves of each side. Of 21 moves, all but the two captures lose at once."""


CAPTURED_INTO = [
    Proved(
        "a white pawn can capture its way in",
        ("____BB", "_____W", "B___B_", "_____W", "___WW_", "W_____"),
        (((0, 4), (1, 5)),),
    ),
    Proved(
        "a white pawn can capture its way in, and capture back",
        ("___BBB", "____W_", "_____W", "_____B", "____W_", "___W__"),
        (((0, 3), (1, 4)), ((0, 5), (1, 4))),
    ),
    Proved(
        "a white pawn can capture its way in, and capture back, where there is more to win",
        ("_B_BBB", "____W_", "BB_W__", "___WB_", "_____W", "___W__"),
        (((0, 3), (1, 4)), ((0, 5), (1, 4))),
    ),
]
"""White arrives on a cell where a pawn stands, and may capture the pawn that prevents it."""


def mirrored(position: Proved) -> Proved:
    """The same position, with the columns in opposite order."""
    last = len(position.rows[0]) - 1
    return Proved(
        f"{position.name}, in a mirror",
        tuple(row[::-1] for row in position.rows),
        tuple(
            ((row, last - column), (to_row, last - to_column))
            for (row, column), (to_row, to_column) in position.right
        ),
    )


def proved(family: str) -> list[Proved]:
    """The positions of a family."""
    return _of_section(family, family)


def pool(family: str) -> list[Proved]:
    """More positions of a family, of which every agent is asked about others."""
    return _of_section(f"{family}_pool", f"{family} drawn")


def _of_section(section: str, called: str) -> list[Proved]:
    return [
        Proved(f"{called} {number}", tuple(each["board"]), tuple(map(_move, each["right"])))
        for number, each in enumerate(_POSITIONS[section], start=1)
    ]


def _move(cells: list[list[int]]) -> Move:
    (row, column), (to_row, to_column) = cells
    return (row, column), (to_row, to_column)


def found(agent: Agent, case: Proved, message: str) -> None:
    """Demand a move after which the win is still proved."""
    move = move_of(agent, case.rows)
    if move not in case.right:
        raise WrongAnswer(
            message,
            expected=" or ".join(map(words, case.right)),
            actual=words(move),
            figures=drawn(case.rows, case.right, move),
        )


# Worth no points: these positions are here to be looked at, since those of the other tests stay
# hidden.
@task(
    "3",
    points=0,
    visibility="public",
    moves=1,
    hint="Each of these positions has exactly one right move.",
)
@cases(EXAMPLES)
def test_examples(agent: Agent, case: Proved) -> None:
    """Finds the right move in small positions. This is worth no points."""
    found(agent, case, "This is not the move that wins.")


@task("3", points=4, moves=1, hint="If a pawn can reach the last row, move it there.")
@cases(proved("win_in_1"), pool=pool("win_in_1"), draw=2)
def test_wins_in_one_ply(agent: Agent, case: Proved) -> None:
    """Wins in one move, or keeps a forced win."""
    found(agent, case, "There is a move that wins at once, and this move gives the win away.")


@task("3", points=8, moves=1, hint="If an opponent's pawn is about to reach the last row, stop it.")
@cases([*proved("loss_in_2"), CROWDED, *CAPTURED_INTO], pool=pool("loss_in_2"), draw=2)
def test_stops_a_loss_in_two_plies(agent: Agent, case: Proved) -> None:
    """Stops a pawn that is about to reach the last row."""
    found(
        agent,
        case,
        "After this move the opponent reaches the last row with the next move; another move "
        "prevents that.",
    )


@task("3", points=11, moves=1, hint="Find wins within three plies: your move, a reply, your move.")
@cases(proved("win_in_3"), pool=pool("win_in_3"), draw=2)
def test_wins_in_three_plies(agent: Agent, case: Proved) -> None:
    """Finds wins in three plies."""
    found(agent, case, "There is a win within three plies, and this move gives it away.")


# Worth no points: students choose how deep their search looks. The handout gives all points for a
# correct alpha-beta search, even if the agent plays badly.
@task(
    "3",
    points=0,
    moves=1,
    hint="Look four plies ahead: see what the opponent can do with two moves.",
)
@cases(proved("loss_in_4"))
def test_stops_a_loss_in_four_plies(agent: Agent, case: Proved) -> None:
    """Avoids moves that lose within four plies. This is worth no points."""
    found(agent, case, "After this move the opponent can win within two moves.")


@task(
    "3",
    points=0,
    moves=1,
    hint="With few pawns on the board there is time to look five plies ahead.",
)
@cases(proved("win_in_5"))
def test_wins_in_five_plies(agent: Agent, case: Proved) -> None:
    """Finds wins in five plies, where there are few pawns. This is worth no points."""
    found(agent, case, "There is a win within five plies, and this move gives it away.")


def _mixed() -> Series:
    """Positions of different games."""
    families = ("win_in_3", "loss_in_2", "win_in_1")
    two_of_each = [proved(family)[:2] for family in families]
    alternating = (each for pair in zip(*two_of_each, strict=True) for each in pair)
    return Series("all kinds", (*alternating, LAST_PAWN))


@task("3", points=2, moves=7, hint="What your agent remembers of one move must not spoil the next.")
@cases([
    _mixed(),
    Series("games that go on", tuple(proved("goes_on"))),
    Series("mirror images", (CAPTURED_INTO[0], mirrored(CAPTURED_INTO[0]))),
])  # fmt: skip
def test_one_after_another(agent: Agent, case: Series) -> None:
    """Finds the right moves in different positions, one after the other, with one agent."""
    for each in case.positions:
        found(
            agent,
            each,
            f"This move is wrong in the position {each}, which was asked about after others. If it "
            "is wrong in the other tests as well, what your agent remembers is not the reason.",
        )


@task(
    "3",
    points=5,
    beside=("test_wins_in_three_plies", "test_stops_a_loss_in_two_plies"),
    moves=len(BOARDS),
    cpu_seconds=12.0,
    hint="Write a search that passes alpha and beta down the tree, and prunes where they meet.",
)
def test_alpha_beta_in_the_source(student: Student) -> str:
    """Prunes, as far as its calls show, or has alpha-beta in its source, as far as that shows."""
    counted = pruning(student.move_counts(BOARDS).value)
    if counted is not None and not counted.prunes:
        raise WrongAnswer(
            "The search prunes nothing: it looks into as many positions as minimax without "
            "alpha-beta.",
            expected=f"fewer than {counted.of} positions, {counted.plies} plies deep",
            actual=f"{counted.positions} positions",
            code="prunes_nothing",
        )
    match student.search_evidence().value:
        case ([str(name), *_], _, _, ""):
            return (
                f"A person should confirm that this is alpha-beta, as its shape suggests: {name}."
            )
        case ([str(name), *_], _, _, str(fixed)):
            raise Undecided(
                f"A person has to look at the source. It looks like alpha-beta ({name}), but the "
                f"search changes {fixed} nowhere, so that some positions are never left out.",
                expected="a search that raises alpha and lowers beta by what it finds",
                actual=f"{fixed} stays as it was given",
                code="bound_unchanged",
            )
    if counted is not None:
        return (
            "A person should confirm that this is alpha-beta. Its source was not recognised, but "
            f"{counted.plies} plies deep it looked into {counted.positions} of {counted.of} "
            "positions."
        )
    raise Undecided(
        "A person has to look at the source. No alpha-beta search was recognised in it: a function "
        "that calls itself, directly or through another, passes two bounds on, and compares them "
        "with each other to prune; or a loop that does so with a stack. Nor could its calls be "
        "counted. But there are other ways to write alpha-beta.",
        expected="a search with alpha and beta",
        actual="none was recognised",
    )
