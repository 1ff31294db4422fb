"""Task 3: minimax with alpha-beta, by the moves it makes with the agent's own evaluation.

A correct search earns these points however well the agent plays. So its moves are held against
plain minimax over what its own evaluation says (:mod:`own_minimax`), at any depth. Where no
evaluation can be called, what it does on proved positions is evidence, and a person decides.

For the rest it is counted how often the search calls itself, which shows whether it prunes; where
that cannot be counted, the source is looked at. Both count only beside the right moves.
"""

from __future__ import annotations

import contextlib
import json
import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import NoReturn

from grader.testing import Agent, Student, Undecided, WrongAnswer, task
from grader.testing.case_failures import CallFailure
from hidden_tests.breakthrough_agent.evaluation_calls import (
    ADVICE,
    NOT_CALLED,
    Source,
    evaluated,
    source_of,
)
from hidden_tests.breakthrough_agent.moves import PACE, IllegalMove, drawn, move_of, words
from hidden_tests.breakthrough_agent.observed_search import (
    MIDGAME,
    Observation,
    observed,
)
from hidden_tests.breakthrough_agent.own_minimax import (
    LEAST_DEPTH,
    Choice,
    Convention,
    GameTree,
    TooLarge,
)
from hidden_tests.breakthrough_agent.pruning import (
    CLOSE,
    QUIET,
    Counted,
    counted_calls,
    fixed_depth,
    pruning,
    pruning_where_pawns_are_captured,
)
from hidden_tests.breakthrough_agent.small_games import (
    ENOUGH,
    Judged,
    Values,
    boards_of,
    judged,
    most_telling,
    small_games,
    turned_boards_of,
)
from reference.breakthrough_agent import rules
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
"""Positions for everybody to see, with few pawns and one right move each. A search that looks three
plies ahead finds all but the last."""


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


def proved(family: str) -> list[Proved]:
    """The positions of a family."""
    return _of_section(family, family)


def _of_section(section: str, called: str) -> list[Proved]:
    return [
        Proved(f"{called} {number}", tuple(each["board"]), tuple(map(_move, each["right"])))
        for number, each in enumerate(_POSITIONS[section], start=1)
    ]


def _move(cells: list[list[int]]) -> Move:
    (row, column), (to_row, to_column) = cells
    return (row, column), (to_row, to_column)


EVIDENCE = [
    *proved("win_in_1")[:2],
    *proved("loss_in_2"),
    CROWDED,
    *CAPTURED_INTO,
    *proved("win_in_3"),
]
"""Positions in which a search that looks three plies ahead and knows won boards finds the move."""


@cache
def proved_games() -> tuple[GameTree, ...]:
    """The same with all boards of two plies: a search may look no further."""
    return tuple(GameTree(each.rows, frozenset(each.right), LEAST_DEPTH) for each in EVIDENCE)


GAMES = 10
"""Small games that an agent is asked about."""
_DEEPEST = 4
"""Plies of a search up to which positions with many moves are listed."""
_MOST_STATES = 12_000
"""In all of them together."""
_LOOKED_INTO = 6
"""Boards at most that are listed as far as a search looks whose move on them is doubtful."""
_MOST_OF_ONE = 45_000
"""Positions in each of them."""
_SOME = 60
"""Boards that an evaluation is asked about twice, and with the sides exchanged."""
_CLEARLY = 3
"""Wrong moves, by the best fit, after which no more are asked for: each may take seconds."""
_WATCHED = small_games("small")[::3]
"""Small games on which a search is watched whose evaluation cannot be called."""
_SERIES = 3
"""Games in which an agent is asked to go on."""
_CPU = 90.0
"""Seconds for a call: some thousand boards are evaluated in it, or it makes some twenty moves."""
_SHOWN = 4
"""Depths whose moves a message names."""


@dataclass(frozen=True)
class Found:
    """What can be called of a submission's evaluation, and how much its source tells of that.

    Attributes:
        is_of_the_search: whether the source shows that a search ends with it.
    """

    values: Values
    is_of_the_search: bool


def find_evaluation(student: Student, source: Source, games: Sequence[GameTree]) -> Found | None:
    """What the agent's evaluation says of all boards of ``games``, if it can be called.

    One that says something else when it is asked again is none that a search can rely on.
    """
    boards, turned = boards_of(games), turned_boards_of(games)
    some = boards[:_SOME]
    asked = evaluated(student, [*boards, *some, *turned[:_SOME]], source)
    if asked is None:
        return None
    name, said = asked
    values, again, others = said[: len(boards)], said[len(boards) : -len(some)], said[-len(some) :]
    if again != values[:_SOME]:
        return None
    of = dict(zip(boards, values, strict=True))
    pairs = zip(again, others, strict=True)
    is_symmetric = all(other == -value or math.isnan(value + other) for value, other in pairs)
    if not is_symmetric:
        asked = evaluated(student, [*boards, *turned], source)
        if asked is None or asked[0] != name or asked[1][: len(boards)] != values:
            return None
        of |= dict(zip(turned, asked[1][len(boards) :], strict=True))
    known = [game for game in games if game.plies is None]
    return Found(Values(name, of, is_symmetric, known), name.rpartition(".")[2] in source.ends)


@dataclass
class _Asked:
    """The boards that an agent was asked about, and its moves on them.

    Attributes:
        values: what its evaluation says, if it can be called.
        left_out: on how many further boards it ended in an exception of that evaluation.
        illegal: what is said of its moves on further boards, which are against the rules.
    """

    agent: Agent
    values: Values | None
    boards: list[GameTree] = field(default_factory=list)
    moves: list[Move] = field(default_factory=list)
    left_out: int = 0
    illegal: list[IllegalMove] = field(default_factory=list)

    def move_on(self, rows: Sequence[str]) -> Move | None:
        """The agent's move; nothing where its evaluation fails as it does on games that are over.

        Nor is there one where it is against the rules. A search may be right all the same.
        """
        try:
            return move_of(self.agent, rows)
        except IllegalMove as failure:
            self.illegal.append(failure)
            return None
        except CallFailure as failure:
            name = self.values.name.rpartition(".")[2] if self.values and self.values.gaps else ""
            if not name or f", in {name}\n" not in f"{failure.traceback}\n":
                raise
            self.left_out += 1
            return None

    def ask(self, game: GameTree) -> Move | None:
        """The agent's move at the beginning of ``game``, which is remembered if there is one."""
        move = self.move_on(game.rows)
        if move is not None:
            self.boards.append(game)
            self.moves.append(move)
        return move

    def ask_what_is_proved(self) -> None:
        """The agent's moves in proved positions, until enough are wrong."""
        for game in proved_games():
            self.ask(game)
            wrong = self.fits()[0].wrong
            if len(wrong) >= _CLEARLY and any(self.boards[each].plies for each in wrong):
                break

    def fits(self) -> list[Judged]:
        """How the moves fit what the evaluation says, by each convention; the best fit first."""
        assert self.values is not None, "without an evaluation, the search is watched"
        return judged(self.values, self.boards, self.moves)

    def demand_legal_moves(self) -> None:
        """Leave a search to a person whose moves are right where they are legal, as most are."""
        if not self.illegal:
            return
        first = self.illegal[0]
        if len(self.illegal) >= len(self.boards):
            raise first
        raise Undecided(
            f"A person has to look at the search. On {len(self.boards)} boards its moves are those "
            f"of minimax. On others they are against the rules, as on this one: {first.actual}. "
            "Perhaps that is not the fault of the search, which may never have been asked there.",
            expected=first.expected,
            actual=first.actual,
            figures=first.figures,
            code="illegal_moves",
        )

    @property
    def said(self) -> str:
        """What a person should know: what was left out, if anything was."""
        if not self.left_out or self.values is None:
            return ""
        boards = "a board" if self.left_out == 1 else f"{self.left_out} boards"
        return (
            f"{self.values.name}() raises an exception on some boards of games that are over. "
            f"{boards.capitalize()} on which the agent ended in it say nothing of its search."
        )


def _make_moves(
    student: Student,
    agent: Agent,
    games: Sequence[GameTree],
    most: int,
    *,
    first: Sequence[GameTree] = (),
    in_turn: bool = False,
) -> _Asked:
    """Demand that the moves of ``agent`` are those of minimax with its own evaluation.

    Args:
        most: how many of ``games`` it is asked about.
        first: games that it is asked about before, whatever they tell.
        in_turn: whether it goes on in each of them, after a reply of White. If not, it is asked
            about proved positions, too, provided that it knows won boards.
    """
    source = source_of(student)
    found = find_evaluation(student, source, [*first, *games, *([] if in_turn else proved_games())])
    if found is None:
        _judge_by_watching(student, agent, source, in_turn=in_turn, first=first)
        return _Asked(agent, None)
    values = found.values
    asked = _Asked(agent, values)
    for game in values.without_gaps(first):
        asked.ask(game)
    fits = asked.fits()
    for game in most_telling(values, values.without_gaps(games), most):
        on: GameTree | None = game
        while on is not None and not _is_clear(fits):
            move = asked.ask(on)
            fits = asked.fits()
            on = _gone_on(values, on, move) if in_turn and move is not None else None
    best = [one for one in fits if len(one.wrong) == len(fits[0].wrong)]
    if not in_turn and all(values.wins(one.convention) > 0 for one in best):
        asked.ask_what_is_proved()
    elif not in_turn:
        further = _games_of_fixed_depth(student)
        more = find_evaluation(student, source, [*values.known, *further]) if further else None
        if more is not None:
            found, asked.values = more, more.values
            for game in further:
                asked.ask(game)
    fits = asked.fits()
    if fits[0].wrong:
        raise _wrong(student, agent, found, fits, asked.boards)
    asked.demand_legal_moves()
    if not in_turn:
        seen = observed(student, _WATCHED, MIDGAME, some=True)
        if seen is not None:
            _demand_moves_of_minimax(student, asked, found, seen)
        _demand_proof(asked, fits, seen)
    return asked


def _demand_moves_of_minimax(
    student: Student, asked: _Asked, found: Found, seen: Observation
) -> None:
    """Hold moves against minimax that do not follow from what was seen of the search.

    One convention has to explain them all; if it was seen for whom more of the evaluation is
    better, none of the other sign. Moves count that the agent makes watched and unwatched.
    """
    meant = seen.meant(found.values.of)
    fits = [each.convention for each in asked.fits() if not each.wrong]
    if len(meant) == 1:
        fits = [each for each in fits if each.sign in meant] or fits
    least = seen.fixed_depth or LEAST_DEPTH
    listed: list[GameTree] = []
    moves: list[Move] = []
    choices: dict[Convention, list[Choice | None]] = {each: [] for each in fits}
    for board in seen.doubtful()[:_LOOKED_INTO]:
        rows, depth = rules.figure(board.root), max(board.depths)
        games: list[GameTree] = []
        with contextlib.suppress(TooLarge):
            games = [GameTree(rows, plies=depth, is_whole=True, most=_MOST_OF_ONE, least=least)]
        more = find_evaluation(student, source_of(student), [*found.values.known, *games])
        if more is None or not games:
            raise Undecided(
                "A person has to look at the search. Its moves were right in small games, but on "
                f"this board, where it looked {depth} plies ahead, its move does not follow from "
                "what it said of the positions where it was seen to end.",
                figures=drawn(rows, (), board.move) if board.move else [],
                code="moves_do_not_follow",
            )
        move = move_of(asked.agent, rows)
        if move != board.move:  # it depends on its time, and may look further than it was seen to
            continue
        listed += games
        moves.append(move)
        for convention, chosen in choices.items():
            chosen.append(more.values.choice(games[0], convention))
        again = [Judged(convention, chosen, moves) for convention, chosen in choices.items()]
        if all(each.wrong for each in again):
            again.sort(key=lambda each: len(each.wrong))
            raise _wrong(student, asked.agent, found, again, listed)


def _demand_proof(asked: _Asked, fits: Sequence[Judged], seen: Observation | None) -> None:
    """Leave moves to a person that fit minimax and prove little.

    Args:
        fits: how they fit; the best fit first.
    """
    values, told = asked.values, fits[0].told
    assert values is not None, "without an evaluation, the search is watched"
    if told < ENOUGH and asked.left_out:
        raise Undecided(
            f"A person has to look at the search. {asked.said} Too few boards were left.",
            expected="an evaluation that says a number of each board that the search asks about",
            actual=f"moves on {len(asked.boards)} boards, which fit minimax",
            code="evaluation_raises",
        )
    if told < ENOUGH:
        raise Undecided(
            f"A person has to look at the search. Your evaluation {values.name}() hardly tells "
            "boards apart, so that almost any move is one of minimax.",
            expected="an evaluation with which some moves are better than others",
            actual=f"{values.name}() rates the outcomes of most moves alike",
            code="evaluation_tells_nothing",
        )
    # An agent that deepens step by step may have stopped at a depth whose moves are right, or at
    # one by which all games have ended.
    meant = seen.meant(values.of) if seen is not None else set()
    if len(meant) > 1:
        raise Undecided(
            "A person has to look at the search. Its moves were right, but it was watched, too: "
            f"more of {values.name}() is better for one side where it stops after an even number "
            "of plies, and for the other side where it stops after an odd one.",
            expected="values for the same side at all depths, or always for the player to move",
            actual="values for one side at even depths, and for the other at odd ones",
            code="depends_on_depth",
        )
    # An evaluation that is better for White by mistake is none of the search.
    fitting = {one.convention.sign for one in fits if not one.wrong}
    if values.goes_by_lead and (-1 in meant or fitting == {-1}):
        raise Undecided(
            f"A person has to look at the search. More of {values.name}() is better for Black. "
            "Where the search ends, more of it seems to be taken as better for White.",
            expected=f"more of {values.name}() as better for Black",
            actual="more of it as better for White",
            code="which_way",
        )


def _is_clear(fits: Sequence[Judged]) -> bool:
    """Whether enough moves are wrong, and it is known whether they are those of one ply."""
    is_open = any(one.at_one_ply and not one.surely_at_one_ply for one in fits)
    return len(fits[0].wrong) >= _CLEARLY and not is_open


def _games_of_fixed_depth(student: Student) -> list[GameTree]:
    """Positions with many moves, as far as a search looks that always looks equally far."""
    depth = fixed_depth(counted_calls(student))
    if depth is None or not LEAST_DEPTH <= depth <= _DEEPEST:
        return []
    found: list[GameTree] = []
    states = 0
    for each in (*proved("loss_in_2"), *proved("win_in_3")):
        game = GameTree(each.rows, plies=depth, is_whole=True)
        states += len(game.states)
        if states > _MOST_STATES:
            break
        found.append(game)
    return found


def _gone_on(values: Values, game: GameTree, move: Move) -> GameTree | None:
    """What comes of ``game`` after ``move`` and the reply after which there is most to tell."""
    after = game.states[game.next[0][game.moves.index(move)]]
    replies = [rules.after(after, reply) for reply in rules.moves(after)]
    going_on = [GameTree(rules.figure(reply)) for reply in replies if rules.moves(reply)]
    telling = most_telling(values, going_on, 1)
    return telling[0] if telling else None


def _wrong(
    student: Student,
    agent: Agent,
    found: Found,
    fits: Sequence[Judged],
    boards: Sequence[GameTree],
) -> WrongAnswer | Undecided:
    """Why moves are not those of minimax: wrong, or for a person where the search may be right.

    Args:
        fits: how the moves fit each convention; the best fit first, which is none altogether.
    """
    name, fit = found.values.name, fits[0]
    at_one_ply = {one.convention.sign for one in fits if one.surely_at_one_ply}
    if found.values.sign in at_one_ply:
        code = "one_ply"
        said = (
            f"On all of these boards the agent makes the move after which {name}(), its own "
            f"evaluation, is best at once, {_as_if(fixed_depth(counted_calls(student)))}."
        )
    elif at_one_ply:
        code = "one_ply"
        said = (
            f"On all of these boards the agent makes the move after which {name}(), its own "
            "evaluation, is worst at once. Perhaps a value is not negated, or counts for the "
            "wrong side."
        )
    else:
        code = "not_minimax"
        said = ""
    proved_right = not any(boards[each].plies for each in fit.wrong) and any(
        game.proved and choice is not None for game, choice in zip(boards, fit.choices, strict=True)
    )
    is_open = code == "not_minimax" and (proved_right or not found.is_of_the_search)
    # What is shown is meant as the evaluation is, although other ways may fit more of the moves.
    meant = next((one for one in fits if one.convention.sign == found.values.sign), fits[0])
    number = meant.wrong[0]
    game, choice, move = boards[number], meant.choices[number], meant.moves[number]
    assert choice is not None, "what is not known is not wrong"
    move_of(agent, game.rows)  # Asked again, so that this is the call which the report shows.
    if not said:
        said = (
            f"With {name}(), your own evaluation, minimax makes another move on this board, "
            f"{_how_far(game)}."
        )
    if is_open:
        said += (
            " A person has to look: perhaps the search values the positions where it ends in "
            "another way, or goes on where pawns can be captured."
        )
    shown = [depth for depth in range(1, len(choice.values) + 1) if depth <= _SHOWN]

    def worth(value: float) -> str:
        if choice.won and abs(value) >= choice.won:
            return "a win" if value > 0 else "a loss"
        own = float(meant.convention.sign * value)
        return f"{own:.0f}" if own.is_integer() else f"{own:g}"

    expected = "; ".join(
        f"{depth} plies deep {' or '.join(map(words, sorted(choice.best[depth - 1])))} "
        f"({worth(max(choice.values[depth - 1]))})"
        for depth in shown
        if depth >= game.least
    )
    if game.proved:
        expected += f"; in the end {' or '.join(map(words, sorted(game.proved)))} wins"
    own = choice.values[shown[-1] - 1][choice.moves.index(move)]
    failure = Undecided if is_open else WrongAnswer
    return failure(
        said,
        expected=expected,
        actual=f"{words(move)} ({worth(own)}, {shown[-1]} plies deep)",
        figures=drawn(game.rows, choice.right, move),
        code=code,
    )


def _as_if(depth: int | None) -> str:
    """Return what may be behind moves of one ply of a search that looks so far, if that is seen."""
    if depth is not None and depth >= LEAST_DEPTH:
        return (
            f"although its search goes {depth} plies deep. What that finds does not seem to decide "
            "which move it makes"
        )
    return "as if it looked at no reply of the opponent"


def _how_far(game: GameTree) -> str:
    """For which depths it is said which moves are right."""
    if game.least > LEAST_DEPTH:
        return f"where it looks {game.least} plies ahead, as the agent does"
    if game.is_whole:
        return f"whether it looks {game.least} or up to {game.depth} plies ahead"
    furthest = "" if game.plies else f" to {game.depth}"
    return f"whether it looks {game.least}{furthest} or more plies ahead"


def _judge_by_watching(
    student: Student,
    agent: Agent,
    source: Source,
    *,
    in_turn: bool,
    first: Sequence[GameTree],
) -> None:
    """Where no evaluation can be called: demand that moves follow from what the search says."""
    boards, moves = _moves_to_watch(agent, first) if in_turn else ([*_WATCHED], [])
    seen = observed(student, boards)
    if seen is None:
        _judge_by_proved(student, agent, source)
    moves = moves or [move_of(agent, game.rows) for game in boards]
    # On the others a search that looks at the clock goes less far while it is watched.
    fit = seen.fit([*moves, *(board.move for board in seen.boards[len(moves) :])])
    if in_turn and seen.agrees(fit):
        return
    doubtful = 0
    if not in_turn and seen.is_enough(fit):
        more = observed(student, _WATCHED, MIDGAME, some=True)
        doubtful = len(more.doubtful()) if more is not None else 0
        if not doubtful:
            return
    raise Undecided(
        f"A person has to look at the search. {NOT_CALLED}. What the search said where it was seen "
        f"to end does not prove all its moves right. {ADVICE}.",
        expected=f"moves that are proved to be right on {len(seen.boards)} boards, and others with "
        "more moves",
        actual=f"right on {fit.proved}, wrong on {len(fit.refuted)}, not proved on "
        f"{len(seen.boards) - fit.proved - len(fit.refuted) + doubtful}",
        code="moves_do_not_follow",
    )


def _moves_to_watch(agent: Agent, first: Sequence[GameTree]) -> tuple[list[GameTree], list[Move]]:
    """Boards of games that go on, one after the other, and the moves of ``agent`` on them."""
    boards = list(first)
    moves = [move_of(agent, game.rows) for game in first]
    for game in small_games("ends")[:_SERIES]:
        on: GameTree | None = game
        while on is not None:
            boards.append(on)
            moves.append(move_of(agent, on.rows))
            after = on.states[on.next[0][on.moves.index(moves[-1])]]
            replies = (rules.after(after, reply) for reply in rules.moves(after))
            games = [GameTree(rules.figure(reply)) for reply in replies if rules.moves(reply)]
            on = max(games, key=lambda each: len(each.states), default=None)
    return boards, moves


def _judge_by_proved(student: Student, agent: Agent, source: Source) -> NoReturn:
    """Where a search cannot even be watched: say what it does on proved positions.

    That is evidence for a person. Only a program in which nothing searches is surely wrong if it
    does not find what is proved.
    """
    moves = [(position, move_of(agent, position.rows)) for position in EVIDENCE]
    missed = [(position, move) for position, move in moves if move not in position.right]
    if missed and not source.searches and not _calls_itself(student):
        position, move = missed[0]
        raise WrongAnswer(
            "No search was found, in the source or in moves: no function calls itself, directly "
            "or through others, and no loop takes positions from a stack. On this board a search "
            "would find another move.",
            expected=" or ".join(map(words, position.right)),
            actual=words(move),
            figures=drawn(position.rows, position.right, move),
            code="no_search",
        )
    raise Undecided(
        f"A person has to look at the search. {NOT_CALLED}. {ADVICE}.",
        actual=f"the move that is proved to be right in {len(moves) - len(missed)} of {len(moves)} "
        "positions; a search whose evaluation does not know won boards need not find them",
        code="evaluation_not_found",
    )


def _calls_itself(student: Student) -> bool:
    """Whether anything of the agent does while it moves, wherever its source stands."""
    counts = counted_calls(student)
    return isinstance(counts, list) and any(counts)


# Worth no points: whoever does not know won boards need not find these moves.
@task(
    "3",
    points=0,
    visibility="public",
    moves=len(EXAMPLES),
    pace=PACE,
    cpu_seconds=_CPU,
    hint="Each of these positions has exactly one right move, if your search sees four plies ahead "
    "and knows won boards.",
)
def test_examples(student: Student, agent: Agent) -> str:
    """Finds the right move in small positions. This is worth no points."""
    evaluation = find_evaluation(student, source_of(student), small_games("ends"))
    for each in EXAMPLES:
        move = move_of(agent, each.rows)
        if move in each.right:
            continue
        missed = (
            f"The agent misses the right move of an example, “{each}”: "
            f"{' or '.join(map(words, each.right))}, not {words(move)}. A search finds it that "
            "looks four plies ahead and knows won boards"
        )
        if evaluation and not evaluation.values.knows_wins:
            return f"{missed}; {evaluation.values.name}() does not know them by itself."
        if each is EXAMPLES[-1]:
            return f"{missed}. Nobody has to look so far, so this costs nothing."
        raise WrongAnswer(
            f"This is not the move that wins: {each}.",
            expected=" or ".join(map(words, each.right)),
            actual=words(move),
            figures=drawn(each.rows, each.right, move),
        )
    return ""


@task(
    "3",
    points=20,
    moves=GAMES + len(EVIDENCE),
    pace=PACE,
    cpu_seconds=_CPU,
    hint="Your search has to make the move that plain minimax makes with your own evaluation.",
)
def test_moves_of_minimax(student: Student, agent: Agent) -> str:
    """Makes the moves of minimax, whatever its evaluation is worth."""
    return _make_moves(student, agent, small_games("small"), GAMES).said


@task(
    "3",
    points=4,
    beside="test_moves_of_minimax",
    moves=3 * _SERIES + 14,
    pace=PACE,
    cpu_seconds=_CPU,
    hint="What your agent remembers of one move must not spoil the next, and a game that is over "
    "does not go on: a side that has no pawns left has lost.",
)
def test_moves_until_the_end(student: Student, agent: Agent) -> str:
    """Makes the moves of minimax in games that go on until they end."""
    over, ends = small_games("over"), small_games("ends")
    asked = _make_moves(student, agent, ends, _SERIES, first=over, in_turn=True)
    _find_wins_in_turn(asked)
    return asked.said


def _find_wins_in_turn(asked: _Asked) -> None:
    """Demand that an agent that finds wins in three plies finds them two plies later in a game.

    Then it has met the position before, in a search that asked less of it.
    """
    positions = proved("goes_on")
    for each in (*proved("win_in_3")[:3], *positions[::2]):
        if asked.move_on(each.rows) not in each.right:
            return  # It looks less far, or takes no board for won.
    for each in positions[1::2]:
        move = asked.move_on(each.rows)
        if move is not None and move not in each.right:
            raise WrongAnswer(
                "This agent finds wins within three plies. In a game in which it has found one, it "
                "finds none two plies later, although there is one again. What it remembers of "
                "earlier searches may be of a smaller depth, or a bound and no value.",
                expected=" or ".join(map(words, each.right)),
                actual=words(move),
                figures=drawn(each.rows, each.right, move),
                code="not_in_turn",
            )


@task(
    "3",
    points=6,
    beside="test_moves_of_minimax",
    moves=len(QUIET.boards) + len(CLOSE.boards),
    pace=PACE,
    cpu_seconds=12.0,
    hint="Write a search that passes alpha and beta down the tree, and prunes where they meet.",
)
def test_alpha_beta_in_the_source(student: Student) -> str:
    """Prunes: its calls were counted, or alpha-beta was looked for in its source."""
    counted = pruning(counted_calls(student))
    if counted is not None and not counted.prunes:
        counted = _counted_where_pawns_are_captured(student)
    source = source_of(student)
    if source.bounds and not source.fixed:
        said = "A person should confirm that this is alpha-beta, as its shape suggests"
        return f"{said}: {source.bounds[0]}."
    if source.bounds:
        raise Undecided(
            f"A person has to look at the source. It looks like alpha-beta ({source.bounds[0]}), "
            f"but the search changes {source.fixed} nowhere, so that some positions are never left "
            "out.",
            expected="a search that raises alpha and lowers beta by what it finds",
            actual=f"{source.fixed} stays as it was given",
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


def _counted_where_pawns_are_captured(student: Student) -> Counted:
    """Demand that a search prunes where some moves are worse, whatever its evaluation goes by.

    Where all moves are worth the same, one that keeps what is as good as its bounds has nothing to
    prune.
    """
    counted = pruning_where_pawns_are_captured(counted_calls(student, CLOSE))
    if counted is None:
        raise Undecided(
            "A person has to look at the source. The search prunes nothing where no pawn can be "
            "captured soon. On other boards its calls do not show whether it prunes.",
            code="pruning_not_shown",
        )
    if not counted.prunes:
        raise WrongAnswer(
            "The search prunes nothing on the boards on which its calls were counted: it looks "
            "into as many positions as minimax without alpha-beta.",
            expected=f"fewer than {counted.of} positions, {counted.plies} plies deep",
            actual=f"{counted.positions} positions",
            code="prunes_nothing",
        )
    return counted
