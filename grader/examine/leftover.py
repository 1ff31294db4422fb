"""Functions that fill no role, and the roles that nothing fills: whether one may be for the other.

A name that nobody has thought of is no reason to lose points. So a role that nothing fills is a
question if a function without a known purpose answers in its form, right or wrong, or if nothing
shows what form the arguments have. Without such functions, the role was not attempted.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace

from grader.examine import naming
from grader.examine.known import known
from grader.examine.probing import Prober, Score
from grader.model.contract import Fit, Found, RoleResult
from grader.model.submission import Cell
from grader.sandbox.protocol import Loaded
from grader.testing.contract import RIGHT, Role

_MOST = 12
"""Functions that a person is asked about at most."""


def without_purpose(
    loaded: Loaded, results: Sequence[RoleResult], unwritten: Collection[str]
) -> tuple[str, ...]:
    """Names of functions that fill no role; of classes, those that have methods.

    Args:
        unwritten: functions that are not written yet.
    """
    filling = {result.function for result in results}
    passed_over = {*filling, *loaded.aliases, *unwritten}
    return tuple(
        name
        for name in loaded.names
        if name not in passed_over and loaded.members.get(name, (name,))
    )


@dataclass(frozen=True, slots=True)
class Leftover:
    """Functions that fill no role, after all roles have been looked for.

    Attributes:
        names: what they were called before the first of them was found to fill a role.
        classes: the names of classes, of which one may fill several roles.
        fits: what fills the other roles.
        doubtful: what those have scored that did not answer everything right.
    """

    names: Sequence[str]
    classes: Collection[str]
    prober: Prober
    roles: Sequence[Role]
    code: Sequence[Cell]
    fits: Mapping[str, Fit]
    doubtful: Mapping[str, Score]

    def filling(self, role: Role, nothing: RoleResult) -> tuple[RoleResult, Score | None]:
        """What of this fills ``role``, or which may; ``nothing`` if no function does."""
        if not self.names or (role.traces and not naming.speaks_of(self.code, role.traces)):
            return nothing, None
        taken = {fit.name for fit in self.fits.values()} - set(self.classes)
        may: Sequence[str] = [name for name in self.names if name not in taken]
        if role.trials and not self.unshown(role):
            scores = self._answering(role, may)
            sure = [score for score in scores if score.convincing]
            if role.by_behaviour and len(sure) == 1:
                return RoleResult(role.name, Found.BEHAVIOUR), sure[0]
            if scores or not self._shows(role):
                may = [score.fit.name for score in scores]
        if not may:
            return nothing, None
        return replace(nothing, found=Found.UNDECIDED, candidates=tuple(may[:_MOST])), None

    def unshown(self, role: Role) -> str:
        """Why nobody knows in what form ``role`` expects its arguments, as a clause.

        Empty if that is known, or if there is nothing that might show it.
        """
        showing = [name for name in role.shown_by if name in self.fits]
        if role.shown_by and not showing:
            return f"No function for {' or '.join(role.shown_by)} was found" if self.names else ""
        found = [self.doubtful.get(name) for name in showing]
        if any(score is None or RIGHT in score.marks for score in found):
            return ""
        silent = [score.fit.name for score in found if score is not None and not score.total]
        return f"Nothing that {' or '.join(silent)} answers can be read" if silent else ""

    def _shows(self, role: Role) -> bool:
        """Whether others depend on ``role`` to show the form of their arguments."""
        return any(role.name in other.shown_by for other in self.roles)

    def _answering(self, role: Role, names: Sequence[str]) -> list[Score]:
        """How those of ``names`` fit ``role`` all of whose answers can be read as its tests ask.

        What there is no time for counts as if it could be read.
        """
        conventions = list(role.conventions(known(self.fits, self.doubtful))) or [{}]
        most = max(map(role.prefers, conventions))
        suiting = [how for how in conventions if role.prefers(how) == most]
        scores = (self.prober.best(role, name, suiting, likely=False) for name in names)
        return [score for score in scores if score.readable or self.prober.exhausted]
