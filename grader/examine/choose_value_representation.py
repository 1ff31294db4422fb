"""Chooses the edition of a submission: how it writes values, as known answers tell.

The contract offers editions, and the one in which its telling roles answer most questions right
counts. Where they answer as many right in several, its deciding roles are asked, too.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from grader.examine.binding_score import BindingScore
from grader.model.role_binding import DOUBT, UNUSUAL, Edition
from grader.testing.roles import Contract, Role

_TIED = 4
"""Editions that deciding roles are asked in, too."""
_CONFIRMING = 2
"""Roles that have to show that values are written in an unusual way, so that none is judged by
what it alone shows."""

Scores = Mapping[str, BindingScore]
Screen = Callable[[Edition, Sequence[Role], bool], Scores]
"""Returns the scores, by name, of those of the roles that something fills in the edition. The third
argument says whether slow functions are waited for."""


@dataclass(frozen=True, slots=True)
class EditionChoice:
    """The editions that a submission may have, the one that counts first, and doubts about it.

    Attributes:
        editions: those that it may have, the one that counts first.
        doubt: why that may be wrong, as a sentence; empty if answers confirm it.
        offered: the edition in which lines are offered where it is in doubt.
        unconfirmed: roles that are right in it while others do not confirm it, with the reason.
    """

    editions: Sequence[Edition] = ({},)
    doubt: str = ""
    offered: Edition = field(default_factory=dict)
    unconfirmed: Mapping[str, str] = field(default_factory=dict)


def choose_edition(contract: Contract, offered: Iterable[Edition], screen: Screen) -> EditionChoice:
    """Return the choice among the ``offered`` editions, of which ``screen`` scores the roles."""
    said = list(offered) or [{}]
    editions = [{key: one[key] for key in one if key not in {DOUBT, UNUSUAL}} for one in said]
    doubt = next((str(one[DOUBT]) for one in said if DOUBT in one), "")
    if len(said) < 2 and not doubt:
        return EditionChoice(editions)
    roles = {role.name: role for role in contract.roles}
    telling = [roles[name] for name in contract.telling if name in roles]
    scores = [screen(edition, telling, False) for edition in editions]
    rights = [{name: sum(score.right) for name, score in each.items()} for each in scores]
    totals = [sum(each.values()) for each in rights]
    tied = [number for number, total in enumerate(totals) if total == max(totals)]
    if contract.deciding and len(tied) > 1:
        asked = [*telling, *(roles[name] for name in contract.deciding if name in roles)]
        more = {number: screen(editions[number], asked, False) for number in tied[:_TIED]}
        stopped = [{name for name in each if each[name].stopped} for each in more.values()]
        if any(names != stopped[0] for names in stopped):  # how busy the machine is must not decide
            more = {number: screen(editions[number], asked, True) for number in more}
        for number, found in more.items():
            totals[number] += sum(sum(score.right) for score in found.values())
    order = sorted(range(len(said)), key=lambda number: -totals[number])
    unusual = [UNUSUAL in one for one in said]
    best, usual = order[0], next(number for number in order if not unusual[number])
    better = [name for name in roles if rights[best].get(name, 0) > rights[usual].get(name, 0)]
    # What is wrong either way contradicts nothing.
    worse = [
        name
        for name, score in scores[usual].items()
        if score.full and rights[best].get(name, 0) < sum(score.right)
    ]
    if len(better) <= len(worse):
        best = usual
    contradicted = bool(doubt) and DOUBT not in said[best]
    alone = unusual[best] and (worse or len(better) < _CONFIRMING)
    return EditionChoice(
        [editions[number] for number in order if unusual[number] == unusual[best]],
        "" if _is_confirmed(scores[best], telling, contradicted) else doubt,
        editions[-1],
        dict.fromkeys(better if alone else (), str(said[best].get(UNUSUAL))),
    )


def _is_confirmed(scores: Scores, telling: Sequence[Role], contradicted: bool) -> bool:
    """Return whether the answers of most telling roles show that values are written rightly.

    Only roles count whose functions are known by their answers alone.

    Args:
        contradicted: whether a value of another kind was seen, so that half of them are too few.
    """
    shown = [
        score.full
        for role in telling
        if role.by_answers and (score := scores.get(role.name)) is not None
    ]
    return any(shown) and 2 * sum(shown) >= len(shown) + contradicted
