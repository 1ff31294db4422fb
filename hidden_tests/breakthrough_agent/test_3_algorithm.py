"""Task 3: minimax with alpha-beta, by what it finds on proved positions.

Behaviour decides most points: programs that hold every word of alpha-beta often do not find a win
in one. Only the source is looked at for the rest, and only beside the right moves.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path

from grader.testing import Agent, Student, WrongAnswer, cases, task
from hidden_tests.breakthrough_agent.moves import drawn, move_of, words
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


def proved(family: str) -> list[Proved]:
    """The positions of a family."""
    return [
        Proved(f"{family} {number}", tuple(each["board"]), tuple(map(_move, each["right"])))
        for number, each in enumerate(_POSITIONS[family], start=1)
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


@task("3", points=4, moves=1, hint="A pawn that can arrive has to.")
@cases(proved("win_in_1"))
def test_wins_in_one_ply(agent: Agent, case: Proved) -> None:
    """Wins where one move suffices, or keeps a win that is proved."""
    found(agent, case, "The win that one move brings is given away.")


@task("3", points=6, moves=1, hint="Where the opponent is about to arrive, this has to be stopped.")
@cases(proved("loss_in_2"))
def test_stops_a_loss_in_two_plies(agent: Agent, case: Proved) -> None:
    """Stops a pawn that is about to arrive."""
    found(agent, case, "The opponent arrives with the next move, which could have been stopped.")


@task("3", points=9, moves=1, hint="Wins within three plies have to be found.")
@cases(proved("win_in_3"))
def test_wins_in_three_plies(agent: Agent, case: Proved) -> None:
    """Finds wins that three plies bring about."""
    found(agent, case, "There is a win within three plies, and this move gives it away.")


@task("3", points=2, moves=1, hint="What the opponent threatens to do in two moves has to be seen.")
@cases(proved("loss_in_4"))
def test_stops_a_loss_in_four_plies(agent: Agent, case: Proved) -> None:
    """Avoids moves that lose within four plies."""
    found(agent, case, "After this move the opponent wins with its second move at the latest.")


@task("3", points=2, moves=1, hint="With few pawns, there is time for five plies.")
@cases(proved("win_in_5"))
def test_wins_in_five_plies(agent: Agent, case: Proved) -> None:
    """Finds wins that five plies bring about, where there are few pawns."""
    found(agent, case, "There is a win within five plies, and this move gives it away.")


def _mixed() -> Series:
    """Positions of different games."""
    families = ("win_in_3", "loss_in_2", "win_in_1")
    two_of_each = [proved(family)[:2] for family in families]
    return Series(
        "all kinds", tuple(each for pair in zip(*two_of_each, strict=True) for each in pair)
    )


@task("3", points=2, moves=6, hint="What an agent remembers of one move must not spoil the next.")
@cases([_mixed(), Series("games that go on", tuple(proved("goes_on")))])
def test_one_after_another(agent: Agent, case: Series) -> None:
    """Finds all of that with one agent, one position after another."""
    for each in case.positions:
        found(agent, each, f"This move is wrong in the position {each}, after others.")


@task(
    "3",
    points=5,
    beside=("test_wins_in_three_plies", "test_stops_a_loss_in_two_plies"),
    hint="A function that calls itself, passes alpha and beta on and cuts off where they meet.",
)
def test_alpha_beta_in_the_source(student: Student) -> None:
    """Shows alpha-beta in the source. This is indirect evidence: a person should confirm it."""
    evidence = student.search_evidence().value
    match evidence:
        case [str(), *_]:
            return
    raise WrongAnswer(
        "No function was found that calls itself, directly or through another, passes two bounds "
        "on and compares them with each other to cut off. A person should look at the source: "
        "there are other ways to write alpha-beta.",
        expected="a recursive search with alpha and beta",
        actual="none was recognised",
    )
