"""Cut-offs show where they are made, and nowhere else."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from hidden_tests.ps2.positions import PruningCase, pruning_cases
from hidden_tests.ps2.pruning_counts import LEAST_CUTS
from reference.ps2.generate.families import Setting
from reference.ps2.generate.pruning import looked_into
from reference.ps2.oracle.bitboard import Bitboard
from reference.ps2.oracle.cuts import Watched, note, watched
from reference.ps2.provided.breakthrough import Player

CASES = pruning_cases(*LEAST_CUTS)


def cuts(
    case: PruningCase, cutting: Iterable[Player] = tuple(Player), *, handing_down: bool = True
) -> int:
    """How many cut-offs of the first mover show, where ``cutting`` make some."""
    seen = 0
    for root in case.roots:
        setting = Setting(Bitboard.read(root.rows), root.player, root.depth)
        asked = looked_into(setting, list, cutting=cutting, handing_down=handing_down)
        notes = {note(position, player) for position, player in asked}
        seen += sum(node.is_cut_off(notes) for node in watched(setting.position, root.player))
    return seen


@pytest.mark.parametrize("case", CASES, ids=str)
def test_nothing_shows_unless_the_first_mover_cuts_off(case: PruningCase) -> None:
    assert cuts(case, ()) == 0
    assert cuts(case, [case.roots[0].player.get_opponent()]) == 0


@pytest.mark.parametrize("case", CASES, ids=str)
def test_wins_at_hand_are_not_enough(case: PruningCase) -> None:
    assert cuts(case, handing_down=False) < LEAST_CUTS[case.id]


@pytest.mark.parametrize("case", CASES, ids=str)
def test_cut_offs_of_the_first_mover_show(case: PruningCase) -> None:
    assert cuts(case, [case.roots[0].player]) > 0


def test_a_node_is_cut_off_where_some_children_were_left_out() -> None:
    node = Watched("n", (frozenset({"a", "b"}), frozenset({"c"})))
    assert node.is_cut_off({"n", "a"})
    assert not node.is_cut_off({"n", "a", "c"})
    assert not node.is_cut_off({"n"})
    assert not node.is_cut_off({"a"})
