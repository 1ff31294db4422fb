"""What is known of roles that have been found, for the conventions of those that come later."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from grader.examine.probing import Score
from grader.model.contract import Convention, Fit


def known(
    fits: Mapping[str, Fit], scores: Mapping[str, Score], lent: Collection[str] = ()
) -> dict[str, Convention]:
    """By role, the convention of what fills it, which that is, and how sure its reading is.

    Args:
        fits: what fills the roles that have been found.
        scores: what the functions of roles have scored that did not answer everything right.
        lent: the roles whose functions are the reference's now, so that nothing is doubtful there.
    """
    return {
        role: {
            **fit.how,
            "function": fit.name,
            "doubtful": role in scores and role not in lent,
            "right": scores[role].percent if role in scores else 100,
        }
        for role, fit in fits.items()
    }
