"""Referees a match: holds the only state of a game, gives copies, and accepts legal moves only."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from grader.model.game_record import GameEnding, GameRecord, MoveFault, Ply, Result
from grader.model.match_rules import AfterProcessEnd, MatchRules
from grader.model.seeds import derive_seed
from grader.play.agent import Agent, AgentReply
from grader.play.game import Game, Malformed, Move, State, agent_view, check_size

MOST_DETAIL = 500
"""Characters that are kept of what an agent did instead of moving."""
MOST_QUOTED = 100
"""Characters that are quoted of an illegal move."""

Mover = Callable[[State], tuple[Move, Ply]]
"""One side: a position to a legal move, and what is recorded of it."""


class TakeBackRequest(Exception):
    """A side takes back its last move and the reply, instead of moving; only people do."""


@dataclass(frozen=True, slots=True)
class MatchSetup:
    """The setup of a game to be played: its assignment, rules, seed and board.

    Attributes:
        assignment: whose game it is, by id.
        seed: all random numbers are drawn from it.
        board: the game's word for what it is played on; empty for its usual board.
    """

    assignment: str
    rules: MatchRules
    seed: int = 0
    board: str = ""


def play(
    game: Game[State, Move],
    agents: tuple[Agent, Agent],
    names: tuple[str, str],
    table: MatchSetup,
    opening: Sequence[Move] = (),
    on_ply: Callable[[int], None] | None = None,
) -> GameRecord:
    """Play one game to its end.

    Args:
        agents: the side that moves first before the other.
        opening: legal moves that are given.
        on_ply: is given the number of plies after each of them.

    Raises:
        SandboxFailure: if a sandbox does not work, so that the game says nothing.
    """
    for side, agent in enumerate(agents):
        agent.begin(derive_seed(table.seed, side))
    first, second = (agent_as_mover(game, agent) for agent in agents)
    return play_with_movers(game, (first, second), names, table, opening, on_ply)


def agent_as_mover(game: Game[State, Move], agent: Agent) -> Mover[State, Move]:
    """Return an agent as a function that the referee asks for moves."""
    return lambda state: _judge_reply(game, state, agent.choose(game.arguments(state)))


def play_with_movers(
    game: Game[State, Move],
    movers: tuple[Mover[State, Move], Mover[State, Move]],
    names: tuple[str, str],
    table: MatchSetup,
    opening: Sequence[Move] = (),
    on_ply: Callable[[int], None] | None = None,
) -> GameRecord:
    """Play one game to its end between any two sides; see :func:`play`.

    Raises:
        ValueError: if a side takes back a move that it has not made.
    """
    state = game.start()
    for move in opening:
        state = game.apply(state, move)
    plies: list[Ply] = []
    before: list[State] = []
    taken_back = 0
    result, ending = game.result(state), GameEnding.RULES
    late, most_late = [0, 0], table.rules.most_late
    while result is None:
        side = (len(opening) + len(plies)) % 2
        try:
            move, ply = movers[side](state)
        except TakeBackRequest:
            if len(plies) < 2:
                raise ValueError("there is no move to take back") from None
            state = before[-2]
            late[1 - side] -= plies[-1].fault is MoveFault.LATE
            del before[-2:], plies[-2:]
            taken_back += 1
            continue
        before.append(state)
        state = game.apply(state, move)
        plies.append(ply)
        if on_ply is not None:
            on_ply(len(plies))
        late[side] += ply.fault is MoveFault.LATE
        result = game.result(state)
        nobody = ply.fault is not None and ply.fault.lasts
        if result is None and nobody and table.rules.after_end is AfterProcessEnd.LOSS:
            result, ending = Result.win_of(1 - side), GameEnding.GONE
        elif result is None and most_late is not None and late[side] > most_late:
            result, ending = Result.win_of(1 - side), GameEnding.LATENESS
        elif result is None and len(opening) + len(plies) >= table.rules.most_plies:
            result, ending = Result.DRAW, GameEnding.LENGTH
    return GameRecord(
        assignment=table.assignment,
        players=names,
        seed=table.seed,
        seconds=table.rules.seconds,
        opening=tuple(map(game.written, opening)),
        plies=tuple(plies),
        result=result,
        ending=ending,
        board=table.board,
        taken_back=taken_back,
    )


def _judge_reply(game: Game[State, Move], state: State, reply: AgentReply) -> tuple[Move, Ply]:
    """Return the move that is played after a reply, and the ply to record."""
    fault, detail = reply.fault, reply.detail
    move = game.substitute(state)
    if fault is None:
        try:
            move = _legal_move_of(game, state, reply.value)
        except Malformed as problem:
            fault, detail = MoveFault.MALFORMED, str(problem)
        except _IllegalMove as problem:
            fault, detail = MoveFault.ILLEGAL, str(problem)
    ply = Ply(
        move=game.written(move),
        fault=fault,
        detail=_quote_answer(detail, MOST_DETAIL),
        cpu_seconds=round(reply.cpu_seconds, 4),
        wall_seconds=round(reply.wall_seconds, 4),
        printed=reply.printed,
        file=reply.file,
        line=reply.line,
        used_seconds=round(reply.used_seconds, 4),
        waited_seconds=round(reply.waited_seconds, 4),
    )
    return move, ply


class _IllegalMove(Exception):
    """A move is against the rules; ``str()`` says which, as a sentence."""


def _legal_move_of(game: Game[State, Move], state: State, answer: object) -> Move:
    """Return the legal move that an answer stands for.

    The game is asked about small answers only, so that its author need not think of numbers that
    Python refuses to write, or of millions of cells. Any exception but ``Malformed`` is then a
    defect of the game, and not held against the agent.

    Raises:
        Malformed, _IllegalMove: if there is none.
    """
    check_size(answer)
    meant = game.understood(state, answer)
    for move in game.moves(state):
        if move == meant:
            return move  # and not the equal one, which may be written differently: True is 1
    # In the agent's own words: its author looks for these, and for nothing that was made of them.
    said = f"{_quote_answer(repr(answer), MOST_QUOTED)} is against the rules"
    view = agent_view(game, state)
    here = f" ({view}; here {_quote_answer(game.written(meant), MOST_QUOTED)})"
    raise _IllegalMove(f"{said}{here if view else ''}.")


def _quote_answer(text: str, longest: int) -> str:
    return text if len(text) <= longest else f"{text[: longest - 1]}…"


def replay_positions(
    game: Game[State, Move], record: GameRecord
) -> list[tuple[State, Move | None]]:
    """Return the positions of a recorded game, each with the move that was made in it.

    Raises:
        Malformed: if a move of the record is not legal.
    """
    state = game.start()
    positions: list[tuple[State, Move | None]] = []
    for word in (*record.opening, *(ply.move for ply in record.plies)):
        move = game.read(state, word)
        positions.append((state, move))
        state = game.apply(state, move)
    return [*positions, (state, None)]
