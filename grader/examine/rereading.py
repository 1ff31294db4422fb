"""What fills a role, asked once more: with lent functions beside it, it may answer better."""

from __future__ import annotations

import itertools
from collections.abc import Collection, Mapping

from grader.examine.known import known
from grader.examine.own_time import SECONDS, bounded
from grader.examine.probing import Prober, Score
from grader.model.contract import Fit
from grader.testing.contract import Role


def read_again(
    prober: Prober,
    role: Role,
    fits: Mapping[str, Fit],
    scores: Mapping[str, Score],
    lent: Collection[str],
) -> Score | None:
    """A better score of what fills ``role``, now that its function is lent others.

    That its answers were read badly may be due to what it builds on.

    Args:
        fits: of all roles, in the order of the contract.
        scores: what the functions of roles have scored that did not answer everything right.
        lent: the roles whose functions are the reference's now.
    """
    earlier = itertools.takewhile(lambda name: name != role.name, fits)
    found, before = known({name: fits[name] for name in earlier}, scores, lent), scores[role.name]
    with bounded(SECONDS * prober.speed):
        score = prober.best(role, before.fit.name, list(role.conventions(found)) or [{}])
    return score if score.total > before.total else None
