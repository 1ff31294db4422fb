"""Whatever an agent answers, the referee of Breakthrough plays on."""

from __future__ import annotations

from functools import partial

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from grader.model.game_record import MoveFault
from grader.model.match_rules import MatchRules
from grader.play.agent import TrustedAgent
from grader.play.match import MOST_DETAIL, MatchSetup, play, replay_positions
from hidden_tests.breakthrough_agent.game import GAME
from reference.breakthrough_agent.agents import load

TABLE = MatchSetup("breakthrough_agent", MatchRules("PlayerAI", "make_move", 3.0, most_plies=2))
NUMBERS = st.one_of(
    st.integers(-2, 7), st.booleans(), st.integers(), st.integers(50, 65_535).map(partial(pow, 2))
)
CELLS = st.one_of(st.lists(NUMBERS, min_size=2, max_size=2), st.tuples(NUMBERS, NUMBERS))
SCALARS = st.one_of(st.none(), NUMBERS, st.floats(), st.text(), st.binary())
ANSWERS = st.one_of(
    st.lists(CELLS, min_size=2, max_size=2),
    st.tuples(CELLS, CELLS),
    st.recursive(
        SCALARS,
        lambda inner: st.one_of(
            st.lists(inner),
            st.lists(inner).map(tuple),
            st.dictionaries(SCALARS, inner, max_size=4),
            st.sets(SCALARS, max_size=4),
        ),
    ),
)


@pytest.mark.slow
@given(answer=ANSWERS, side=st.integers(0, 1))
@settings(max_examples=300)
def test_any_answer_is_a_legal_move_or_a_fault(answer: object, side: int) -> None:
    odd, naive = TrustedAgent(lambda _: answer), TrustedAgent(load("naive").make_move)
    agents = (naive, odd) if side else (odd, naive)
    record = play(GAME, agents, ("ann", "bob"), TABLE)
    replay_positions(GAME, record)
    assert record.substituted(1 - side) == 0
    for ply in record.of(side):
        assert ply.fault in {None, MoveFault.ILLEGAL, MoveFault.MALFORMED}
        assert len(ply.detail) <= MOST_DETAIL
        assert bool(ply.detail) == (ply.fault is not None)


def test_numbers_that_python_refuses_to_write() -> None:
    for number in (1 << 65535, -(10**4400)):
        answer = [[number, 0], [0, number]]
        record = play(GAME, (TrustedAgent(lambda _, a=answer: a),) * 2, ("ann", "bob"), TABLE)
        assert {ply.fault for ply in record.plies} == {MoveFault.MALFORMED}
