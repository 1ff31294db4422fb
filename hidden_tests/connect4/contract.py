"""What a Connect 4 notebook is looked through for, see ``reference/connect4/adapter``.

The helpers come first: what is known of boards from them narrows what searches are tried with.
"""

from __future__ import annotations

from grader.testing import Convention, Role
from hidden_tests.connect4 import conventions, names, trials
from hidden_tests.connect4.wording import words
from reference.connect4.adapter import forms


def _role(name: str, *, by_behaviour: bool = True, part_of: str = "", whole: bool = False) -> Role:
    return Role(
        name=name,
        names=names.USUAL[name],
        conventions=conventions.of(name),
        trials=trials.of(name),
        words=words,
        by_behaviour=by_behaviour,
        part_of=part_of,
        shown_by=() if name in _FIRST else ("result",),
        traces=names.TRACES.get(name, ""),
        whole=whole,
        methods=names.METHODS if name in _PLAYING else (),
        also="alpha_beta_search" if name == "cutoff_search" else "",
        any_method=name in _TOLD_APART,
        prefers=_preferred,
        like=names.LIKE[name],
        within=_within if part_of else _never,
        narrower=lambda how: {**how, "fixed": True},
        shown_later=conventions.shown_later,
        written=conventions.written,
    )


def _within(how: Convention) -> bool:
    """Whether the function of another role does this: what is switched on, or a whole game."""
    return bool(how["flag"]) or how["role"] == "agent"


def _never(_: Convention) -> bool:
    return False


def _preferred(how: Convention) -> int:
    """A search that is told its cutoff comes before an agent with a depth of its own."""
    if "cutoff" not in forms.ARGUMENTS[str(how["role"])]:
        return 0
    return int("cutoff" in str(how["order"]) or how["limited"] is True or how["maker"] is True)


_FIRST = {"empty_board", "result"}
"""Roles before which nothing shows what a board or a player is: ``result`` does."""
_TOLD_APART = {"result", "actions", "terminal", "utility", "alpha_beta_search"}
_PLAYING = {
    "random_player", "alpha_beta_search", "ordered_search", "cutoff_search",
    "forward_pruning_search", "monte_carlo_search", "best_first_move", "agent",
}  # fmt: skip


ROLES = (
    _role("empty_board", by_behaviour=False),
    _role("result"),
    _role("terminal"),
    _role("actions"),
    _role("utility"),
    _role("visualize", by_behaviour=False),
    _role("random_player", by_behaviour=False),
    _role("alpha_beta_search"),
    _role("ordered_search", by_behaviour=False, part_of="alpha_beta_search"),
    _role("evaluate", by_behaviour=False, whole=True),
    _role("cutoff_search", by_behaviour=False),
    _role("forward_pruning_search", by_behaviour=False, part_of="cutoff_search"),
    _role("monte_carlo_search", by_behaviour=False),
    _role("best_first_move", by_behaviour=False, part_of="monte_carlo_search"),
    _role("agent", by_behaviour=False, part_of="cutoff_search"),
)
"""In the order in which they are looked for.

Some are found by a name or a hint alone. Behaviour on a few positions does not tell a heuristic
search from an exact one, and functions that might make an empty board may as well play whole games.
"""
