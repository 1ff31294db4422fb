"""Whatever an agent answers, the referee of Breakthrough plays on."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from grader import assignment as assignments
from grader.model.game_record import Fault
from grader.play.agent import Reply, TrustedAgent
from grader.play.match import MOST_DETAIL, Table, play, replayed
from hidden_tests.breakthrough_agent.game import GAME
from reference.breakthrough_agent.agents import load
from tests.play.test_match import Scripted

MATCH = assignments.load("breakthrough_agent").match
NUMBERS = st.one_of(
    st.integers(-2, 7), st.booleans(), st.integers(), st.sampled_from([1 << 65535, -(10**4400)])
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


@given(answers=st.lists(ANSWERS, min_size=60, max_size=60), side=st.integers(0, 1))
@settings(deadline=None, max_examples=60)
def test_any_answer_is_a_legal_move_or_a_fault(answers: list[object], side: int) -> None:
    assert MATCH is not None
    odd, naive = Scripted(list(map(Reply, answers))), TrustedAgent(load("naive").make_move)
    agents = (naive, odd) if side else (odd, naive)
    record = play(GAME, agents, ("ann", "bob"), Table("breakthrough_agent", MATCH))
    replayed(GAME, record)
    assert record.substituted(1 - side) == 0
    for ply in record.of(side):
        assert ply.fault in {None, Fault.ILLEGAL, Fault.MALFORMED}
        assert len(ply.detail) <= MOST_DETAIL
        assert bool(ply.detail) == (ply.fault is not None)
