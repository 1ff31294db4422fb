"""The referee: what it accepts, what it replaces, and how games end."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from typing import Any

import pytest

from grader.model.game_record import GameEnding, GameRecord, MoveFault, Ply, Result
from grader.model.match_rules import AfterProcessEnd, MatchRules
from grader.play.agent import Agent, AgentReply, TrustedAgent
from grader.play.game import Malformed, draw_openings
from grader.play.match import (
    MOST_DETAIL,
    MOST_QUOTED,
    MatchSetup,
    TakeBackRequest,
    play,
    play_with_movers,
    replay_positions,
)
from hidden_tests.breakthrough_agent.game import Breakthrough
from tests.play.takeaway import Pile, Takeaway

RULES = MatchRules("PlayerAI", "make_move", 3.0)
GAME = Takeaway()
GAME_OF_ONE = Takeaway(1)
TABLE = MatchSetup("takeaway", RULES, seed=5)


class Lenient(Takeaway):
    """Takes an answer for a move as it is, and writes it so."""

    def understood(self, state: Pile, answer: object) -> int:
        assert isinstance(answer, int | float)
        return answer  # type: ignore[return-value]


class Wordy(Takeaway):
    """Says very much about what is no legal move."""

    def written(self, move: int) -> str:
        return super().written(move) if move <= 2 else "much " * 10_000

    def understood(self, state: Pile, answer: object) -> int:
        if isinstance(answer, list):
            return len(answer)
        raise Malformed("no " * 10_000)

    def agent_view(self, state: Pile) -> str:
        return "" if state.mover else "counted backwards"


class Unasked(Takeaway):
    """Fails when it is asked what an answer means."""

    def understood(self, state: Pile, answer: object) -> int:
        raise AssertionError("asked")


@dataclass
class Scripted:
    """An agent that gives prepared replies, and notes what it is asked."""

    replies: Iterable[AgentReply]
    asked: list[Any] = field(default_factory=list)
    seeds: list[int] = field(default_factory=list)

    def begin(self, seed: int) -> None:
        self.seeds.append(seed)
        self._left = iter(self.replies)

    def choose(self, arguments: tuple[Any, ...]) -> AgentReply:
        self.asked.append([list(each) for each in arguments])
        arguments[0].append("scribbled on")
        return next(self._left)


def perfect(board: list[int]) -> int:
    return board[0] % 3 or 1


def take_one(_: list[int]) -> int:
    return 1


def take_two(_: list[int]) -> int:
    return 2


def game(
    first: Agent | Callable[..., object],
    second: Agent | Callable[..., object],
    rules: MatchRules = RULES,
    on: Takeaway = GAME,
    opening: tuple[int, ...] = (),
) -> GameRecord:
    agents = [
        TrustedAgent(each) if callable(each) else each
        for each in (first, second)
    ]  # fmt: skip
    table = MatchSetup("takeaway", rules, seed=5)
    return play(on, (agents[0], agents[1]), ("ann", "bob"), table, opening)


def test_a_game_is_played_to_its_end() -> None:
    record = game(perfect, take_one)
    assert [ply.move for ply in record.plies] == ["take1", "take1", "take2", "take1", "take2"]
    assert record.result is Result.FIRST
    assert record.ending is GameEnding.RULES
    assert (record.players, record.seed, record.seconds) == (("ann", "bob"), 5, 3.0)


def test_a_draw_is_half_a_point_for_both() -> None:
    record = game(perfect, perfect, on=Takeaway(drawn=True))
    assert record.result is Result.DRAW
    assert [record.result.points(side) for side in (0, 1)] == [0.5, 0.5]


def test_agents_are_given_copies() -> None:
    agent = Scripted([AgentReply(1)] * 9)
    game(agent, perfect)
    assert agent.asked == [[[7]], [[5]], [[3]]]


@pytest.mark.parametrize(
    ("reply", "fault"),
    [
        (AgentReply(3), MoveFault.ILLEGAL),
        (AgentReply("two"), MoveFault.MALFORMED),
        (AgentReply(None), MoveFault.MALFORMED),
        (
            AgentReply(fault=MoveFault.LATE, detail="make_move was stopped after 3.1 s."),
            MoveFault.LATE,
        ),
        (
            AgentReply(fault=MoveFault.CRASHED, detail="make_move raised KeyError."),
            MoveFault.CRASHED,
        ),
        (AgentReply(fault=MoveFault.GONE, detail="The process has ended."), MoveFault.GONE),
    ],
)
def test_what_is_no_legal_move_is_replaced_and_counted(reply: AgentReply, fault: MoveFault) -> None:
    record = game(Scripted([reply, AgentReply(1), reply, AgentReply(1)]), take_two)
    assert record.plies[0].move == "take1"
    assert record.plies[0].fault is fault
    assert record.plies[0].detail
    assert record.plies[2].fault is None
    assert record.substituted(0) == sum(ply.fault is fault for ply in record.plies)
    assert record.substituted(1) == 0


def test_an_equal_move_is_kept_as_the_legal_one() -> None:
    for answer in (True, 1.0):
        record = play(
            Lenient(1),
            (Scripted([AgentReply(answer)]), TrustedAgent(take_one)),
            ("ann", "bob"),
            TABLE,
        )
        assert [(ply.move, ply.fault) for ply in record.plies] == [("take1", None)]
        assert len(replay_positions(GAME_OF_ONE, record)) == 2


def test_what_is_quoted_is_bounded() -> None:
    long = AgentReply(fault=MoveFault.CRASHED, detail="x" * 100_000)
    wordy = Wordy(5)
    agents = (
        Scripted([long, AgentReply([7] * 90), AgentReply("no move")]),
        TrustedAgent(lambda _: [1]),
    )
    record = play(wordy, agents, ("ann", "bob"), TABLE)
    details = [ply.detail for ply in record.of(0)]
    words = " is against the rules (counted backwards; here )."
    assert [len(detail) for detail in details] == [
        MOST_DETAIL, 2 * MOST_QUOTED + len(words), MOST_DETAIL,
    ]  # fmt: skip
    assert all("…" in detail for detail in details)


def test_an_illegal_move_is_quoted_as_the_agent_wrote_it() -> None:
    agents = (
        Scripted([AgentReply(fault=MoveFault.LATE), AgentReply([1, "1", (1,)])]),
        TrustedAgent(take_one),
    )
    record = play(Wordy(4), agents, ("ann", "bob"), TABLE)
    said = record.of(0)[1].detail
    assert said.startswith("[1, '1', (1,)] is against the rules (counted backwards; here much ")


def test_a_breakthrough_agent_finds_its_own_coordinates_whichever_side_it_has() -> None:
    answer = [[1, 2], [1, 2]]
    agents = TrustedAgent(lambda _: answer), TrustedAgent(lambda _: answer)
    table = replace(TABLE, rules=replace(RULES, most_plies=2))
    black, white = play(Breakthrough(), agents, ("ann", "bob"), table).plies
    assert black.detail == "[[1, 2], [1, 2]] is against the rules."
    assert white.detail == (
        "[[1, 2], [1, 2]] is against the rules (coordinates of its own inverted board, on which "
        "it is Black; here 4.2-4.2)."
    )


def test_the_line_of_a_crash_is_recorded() -> None:
    crash = AgentReply(
        fault=MoveFault.CRASHED, detail="think raised KeyError.", file="ann.py", line=7
    )
    record = game(Scripted([crash, AgentReply(1), AgentReply(1)]), take_two)
    assert [(ply.file, ply.line) for ply in record.of(0)[:2]] == [("ann.py", 7), ("", None)]


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        (1 << 64, "numbers of at most 64 bits; one of 65 bits"),
        ([[-(1 << 65535)]], "one of 65536 bits"),
        ({"a": {3, 1 << 20_000}}, "one of 20001 bits"),
        ({1 << 20_000: 1}, "one of 20001 bits"),
        ([0] * 1000, "at most 1000 values"),
        ([[0] * 30] * 40, "at most 1000 values"),
        (dict.fromkeys(range(600), 1), "at most 1000 values"),
        ("9" * 1001, "at most 1000 characters; one of 1001"),
        ((b"9" * 5000,), "at most 1000 characters; one of 5000"),
    ],
)
def test_the_game_is_not_asked_about_what_is_too_large(answer: object, words: str) -> None:
    record = play(
        Unasked(1), (Scripted([AgentReply(answer)]), TrustedAgent(take_one)), ("ann", "bob"), TABLE
    )
    assert [ply.fault for ply in record.plies] == [MoveFault.MALFORMED]
    assert words in record.plies[0].detail


def test_a_mistake_of_the_author_is_no_fault_of_the_agent() -> None:
    with pytest.raises(AssertionError, match="asked"):
        play(Unasked(1), (Scripted([AgentReply(1)]), TrustedAgent(take_one)), ("ann", "bob"), TABLE)


def test_too_many_late_moves_lose_the_game() -> None:
    late = AgentReply(fault=MoveFault.LATE)
    rules = replace(RULES, most_late=1)
    record = game(Scripted([late] * 9), take_one, rules)
    assert record.ending is GameEnding.LATENESS
    assert record.result is Result.SECOND
    assert len(record.of(0)) == 2


def test_a_late_move_that_ends_the_game_still_counts() -> None:
    record = game(
        Scripted([AgentReply(fault=MoveFault.LATE)]),
        perfect,
        replace(RULES, most_late=1),
        Takeaway(1),
    )
    assert (record.result, record.ending) == (Result.FIRST, GameEnding.RULES)


def test_who_is_gone_loses_where_the_assignment_says_so() -> None:
    gone = AgentReply(fault=MoveFault.GONE)
    record = game(take_one, Scripted([gone]), replace(RULES, after_end=AfterProcessEnd.LOSS))
    assert (record.result, record.ending) == (Result.FIRST, GameEnding.GONE)
    assert len(record.plies) == 2


def test_a_game_without_end_is_a_draw() -> None:
    record = game(take_one, take_one, replace(RULES, most_plies=4))
    assert (record.result, record.ending, len(record.plies)) == (Result.DRAW, GameEnding.LENGTH, 4)


def test_sides_after_an_opening() -> None:
    record = game(take_one, take_two, opening=(1,))
    assert record.opening == ("take1",)
    assert record.side(0) == 1
    assert record.plies[0].move == "take2"


def test_each_side_has_seeds_of_its_own() -> None:
    first, second = Scripted([AgentReply(1)] * 9), Scripted([AgentReply(1)] * 9)
    game(first, second)
    assert len({*first.seeds, *second.seeds}) == 2


def test_a_record_can_be_replayed() -> None:
    record = game(perfect, take_one, opening=(2,))
    positions = replay_positions(GAME, record)
    assert [state.matches for state, _ in positions] == [7, 5, 4, 3, 2, 0]
    assert positions[-1][1] is None
    with pytest.raises(Malformed, match="not a legal move"):
        replay_positions(GAME, replace(record, opening=("take9",)))


def test_openings_differ_and_decide_nothing() -> None:
    found = draw_openings(Takeaway(9), 3, 2, seed=1)
    assert len({tuple(one) for one in found}) == 3
    assert found == draw_openings(Takeaway(9), 3, 2, seed=1)
    # After three matches are left, the next move could end a game of four.
    assert draw_openings(Takeaway(4), 5, 2, seed=1) == []
    assert draw_openings(Takeaway(9), 50, 1, seed=1) != []
    assert len(draw_openings(Takeaway(9), 50, 1, seed=1)) == 2


def person(*words: int | None) -> Callable[[Pile], tuple[int, Ply]]:
    """A side that takes its last move back where ``words`` has nothing."""
    left = iter(words)

    def moves(_: Pile) -> tuple[int, Ply]:
        word = next(left)
        if word is None:
            raise TakeBackRequest
        return word, Ply(f"take{word}")

    return moves


def test_a_person_takes_a_move_and_the_reply_back() -> None:
    movers = person(1, 2, None, 1, 2), person(1, 1, 2)
    record = play_with_movers(GAME, movers, ("you", "bob"), TABLE)
    assert [ply.move for ply in record.plies] == ["take1", "take1", "take1", "take2", "take2"]
    assert record.taken_back == 1
    assert len(replay_positions(GAME, record)) == 6


def test_late_moves_that_were_taken_back_do_not_count() -> None:
    late = iter([Ply("take1", MoveFault.LATE), Ply("take1", MoveFault.LATE)])
    table = replace(TABLE, rules=replace(RULES, most_late=1))
    record = play_with_movers(
        Takeaway(4), (person(1, None, 1, 2), lambda _: (1, next(late))), ("you", "bob"), table
    )
    assert record.ending is GameEnding.RULES


def test_nothing_is_taken_back_before_the_first_move() -> None:
    with pytest.raises(ValueError, match="no move to take back"):
        play_with_movers(GAME, (person(None), person(1)), ("you", "bob"), TABLE)
