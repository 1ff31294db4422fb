"""What is known of roles that have been found, for the conventions of those that come later."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from grader.examine.probing import Score
from grader.model.contract import Convention, Fit


def known(
    fits: Mapping[str, Fit], doubtful: Collection[str], scores: Mapping[str, Score]
) -> dict[str, Convention]:
    """By role, the convention of what fills it, which that is, and how sure its reading is.

    Args:
        fits: what fills the roles that have been found.
        doubtful: the roles of which it is not certain that they are read rightly.
        scores: what the functions of roles have scored that did not answer everything right.
    """
    return {
        role: {
            **fit.how,
            "function": fit.name,
            "doubtful": role in doubtful,
            "right": scores[role].percent if role in scores else 100,
        }
        for role, fit in fits.items()
    }
