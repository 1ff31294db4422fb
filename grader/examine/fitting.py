"""Finds out which functions of a submission fill the roles of the assignment's contract, and how.

Role by role, in the order of the contract:

1. What a person says for this grading, or a hint in the submission (:mod:`grader.examine.hints`).
2. Functions with usual names: the role's own name first, then other names of which none is that of
   another role. Of several, the one that answers the trials best fills the role, and the more usual
   name of equals. That any of its answers can be read is enough. Then names that are like these,
   and those of other roles: these have to convince.
3. If there is none, or none of whose answers anything can be read: a class of which a method has a
   usual name, if it convinces. Then every function and class of the submission that bears no usual
   name of a role, by its answers alone. It has to convince. If two convince equally well, a person
   has to choose.
4. If nothing convinces, the function or method with the most usual name; if it cannot be read, one
   with a name like it that is right mostly, or a person (:mod:`grader.examine.undecided`).
5. What may be part of another role's function, and is nowhere by itself, is for a person as well,
   unless nothing in the code speaks of it.
6. A function is asked in a convention that agrees with roles found later if it answers as well.
7. What nothing fills in the end, although a function that fills nothing answers in the form of it,
   is for a person, too (:mod:`grader.examine.leftover`).

Everything is asked inside the sandbox (:mod:`grader.examine.probing`), and judged here.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from grader.examine import naming
from grader.examine.hints import hints
from grader.examine.known import known
from grader.examine.leftover import Leftover, without_purpose
from grader.examine.own_time import SECONDS, OutOfOwnTime, bounded
from grader.examine.probing import Prober, Score, names_among
from grader.model.contract import Convention, Fit, Found, RoleResult
from grader.model.problem import UsageProblem
from grader.model.submission import Cell, LoadNote
from grader.sandbox.protocol import Loaded, Session
from grader.testing.contract import Role

_UNREAD = "No answer could be read, in any way of calling it that is known."
_MOST = 100
"""Functions of a submission that are tried for a role without a usual name."""


class UnknownRole(UsageProblem):
    """A person names what is no role of the assignment, or no function."""


@dataclass(frozen=True, slots=True)
class Fitting:
    """What fills the roles.

    Attributes:
        roles: every role with what was found, in the order of the contract.
        doubtful: what the functions of roles have scored that did not answer everything right.
        unsuited: roles whose functions cannot be asked all that tests ask.
        unshown: roles of which nobody knows whether they are asked in the form that they expect,
            and why, as a clause.
        notes: what is wrong with hints.
        errors: sentences about the grader's own failures.
    """

    roles: tuple[RoleResult, ...] = ()
    notes: tuple[LoadNote, ...] = ()
    errors: tuple[str, ...] = ()
    doubtful: Mapping[str, Score] = field(default_factory=dict)
    unsuited: frozenset[str] = frozenset()
    unshown: Mapping[str, str] = field(default_factory=dict)

    @property
    def fits(self) -> dict[str, Fit]:
        """What fills the roles, by name; only those that something fills."""
        return {role.role: fit for role in self.roles if (fit := role.fit) is not None}


def settled(
    session: Session,
    loaded: Loaded,
    roles: Sequence[Role],
    cells: Iterable[Cell],
    where: Mapping[str, str],
    origin: str,
    speed: float,
    asked: Collection[str] | None = None,
    pace: Callable[[], float] = lambda: 1.0,
) -> Fitting:
    """Which functions fill ``roles``.

    Args:
        session: the submission, ``loaded`` with the assignment's adapter. Its process is replaced.
        where: functions by role, as a person says.
        origin: what the seeds of calls are derived from.
        speed: how much longer things take here than where budgets were made.
        asked: the roles for which a person is asked to look; all of them if that is left out.
        pace: says how many times as long as that they take at this moment.

    Raises:
        UnknownRole: if ``where`` names what is no role.
        SandboxFailure: if the sandbox does not work, or the machine is too busy.
    """
    check(where, roles)
    code = [*cells]
    said = hints(code, [role.name for role in roles])
    prober = Prober(session, origin, speed, loaded.members, pace=pace)
    search = _Search(prober, roles, loaded, where, said.named, code)
    errors: list[str] = []
    try:
        with bounded(SECONDS * speed):
            for role in roles:
                search.settle(role)
                search.agree()
            search.ask_about_the_rest([role.name for role in roles] if asked is None else asked)
    except OutOfOwnTime as failure:
        errors.append(f"trials of roles: {failure}")
    errors += prober.errors
    return Fitting(
        tuple(search.results),
        said.notes,
        tuple(dict.fromkeys(errors)),
        search.doubtful,
        frozenset(search.unsuited),
        search.unshown,
    )


def check(where: Mapping[str, str], roles: Sequence[Role]) -> None:
    """Raises UnknownRole if ``where`` names what is no role, or what cannot be a function."""
    known = [role.name for role in roles]
    for role, name in where.items():
        if role not in known:
            there = f"its roles are {', '.join(known)}" if known else "it has no contract"
            raise UnknownRole(f"{role!r} is not a role of this assignment; {there}.")
        if not name.isidentifier():
            raise UnknownRole(f"{name!r} cannot be the function of the role {role}.")


@dataclass(slots=True)
class _Search:
    prober: Prober
    roles: Sequence[Role]
    loaded: Loaded
    where: Mapping[str, str]
    hints: Mapping[str, str]
    code: Sequence[Cell]
    fits: dict[str, Fit] = field(default_factory=dict)
    results: list[RoleResult] = field(default_factory=list)
    doubtful: dict[str, Score] = field(default_factory=dict)
    unsuited: set[str] = field(default_factory=set)
    unshown: dict[str, str] = field(default_factory=dict)
    _shown: dict[str, list[Convention]] = field(default_factory=dict)
    """In what functions of roles were asked again."""

    def settle(self, role: Role) -> None:
        conventions = list(role.conventions(known(self.fits, self.doubtful))) or [{}]
        result, score = self._found(role, conventions)
        is_named = result.found in {Found.MARKER, Found.HINT}
        if score is not None and not is_named and self._is_all_of_another(role, score.fit):
            result, score = self._nothing(role), None
        suits = score is not None and role.prefers(score.fit.how)
        if not is_named and not suits and (other := self._also(role, conventions)) is not None:
            result, score = RoleResult(role.name, Found.BEHAVIOUR), other
        if score is None and result.found is Found.NOT_FOUND and not is_named:
            result, score = self._perhaps_in_another(role, result, conventions)
        if score is not None:
            result = self._filled(role, result, score)
            if role.prefers(score.fit.how) < max(map(role.prefers, conventions)):
                self.unsuited.add(role.name)
        self.results.append(result)

    def _filled(self, role: Role, result: RoleResult, score: Score) -> RoleResult:
        if not score.sound:
            self.doubtful[role.name] = score
        self.fits[role.name] = score.fit
        words, how = role.words(score.fit.how), dict(score.fit.how)
        return replace(result, function=score.fit.name, words=words, how=how)

    def agree(self) -> None:
        """Ask functions in what the code or later roles show, and go on so if they do as well."""
        for place, role in enumerate(self.roles):
            if (fit := self.fits.get(role.name)) is None:
                continue
            asked = self._shown.setdefault(role.name, [])
            shown = [how for how in self._otherwise(role, fit.how) if how not in asked]
            asked += shown
            if not shown:
                continue
            score = self.prober.best(role, fit.name, shown)
            doubtful = self.doubtful.get(role.name)
            if score.sound or (doubtful is not None and score.total >= doubtful.total):
                self.doubtful.pop(role.name, None)
                self.results[place] = self._filled(role, self.results[place], score)

    def _otherwise(self, role: Role, how: Convention) -> Iterator[Convention]:
        """What later roles and the code show of ``role``, which has the convention ``how``."""
        yield from role.shown_later(how, known(self.fits, self.doubtful))
        for says, other in role.written(how).items():
            if naming.speaks_of(self.code, says):
                yield other

    def ask_about_the_rest(self, asked: Collection[str]) -> None:
        """Look for the roles ``asked`` that nothing fills among functions that fill nothing."""
        names = without_purpose(self.loaded, self.results, self.prober.unwritten)
        rest = Leftover(
            names, self.loaded.members, self.prober, self.roles, self.code, self.fits, self.doubtful
        )
        for place, role in enumerate(self.roles):
            vacant = self.results[place].found is Found.NOT_FOUND and role.name not in self.where
            if vacant and role.name in asked:
                result, score = rest.filling(role, self.results[place])
                self.results[place] = self._filled(role, result, score) if score else result
        for role in self.roles:
            if role.name in self.doubtful and (why := rest.unshown(role)):
                self.unshown[role.name] = why

    def _found(
        self, role: Role, conventions: Sequence[Convention]
    ) -> tuple[RoleResult, Score | None]:
        note = ""
        for said, found, by in (
            (self.where, Found.MARKER, "--where names"),
            (self.hints, Found.HINT, "A hint names"),
        ):
            name = said.get(role.name, "")
            if name in self.loaded.names:
                return self._named(role, found, [name], conventions)
            if name:
                note = f"{by} {name}, which the submission does not define."
                if found is Found.MARKER:
                    return RoleResult(role.name, Found.NOT_FOUND, names=(name,), note=note), None
        result, score = self._looked_for(role, conventions)
        return replace(result, note=" ".join(filter(None, (note, result.note)))), score

    def _is_all_of_another(self, role: Role, fit: Fit) -> bool:
        """Whether this is what fills the role that ``role`` may be part of, and no part of it."""
        other = self.fits.get(role.part_of)
        return other is not None and other.name == fit.name and not role.within(fit.how)

    def _also(self, role: Role, conventions: Sequence[Convention]) -> Score | None:
        """The function of another role, if it does this, too, in a convention that suits better."""
        suiting = [how for how in conventions if role.prefers(how)]
        other = self.fits.get(role.also)
        if other is None or not suiting:
            return None
        score = self.prober.best(role, other.name, suiting)
        return score if score.sound else None

    def _perhaps_in_another(
        self, role: Role, nothing: RoleResult, conventions: Sequence[Convention]
    ) -> tuple[RoleResult, Score | None]:
        """What does this within the function of another role; a question, if it only may.

        It may if the code speaks of it at all.
        """
        other = self.fits.get(role.part_of)
        if other is not None and (within := [how for how in conventions if role.within(how)]):
            score = self.prober.best(role, other.name, within)
            if score.sound:
                return RoleResult(role.name, Found.BEHAVIOUR), score
        may = tuple(
            name
            for each in self.results
            if each.role == role.part_of
            for name in filter(None, (each.function, *each.candidates))
            if name not in self.prober.unwritten
        )
        if not may:
            return nothing, None
        if role.traces and not naming.speaks_of(self.code, role.traces):
            note = f"Nothing in the code says that {may[0]} does it as well."
            return replace(nothing, note=f"{nothing.note} {note}".lstrip()), None
        return replace(nothing, found=Found.UNDECIDED, candidates=may, names=()), None

    def _looked_for(
        self, role: Role, conventions: Sequence[Convention]
    ) -> tuple[RoleResult, Score | None]:
        unread: tuple[RoleResult, Score] | None = None
        for names in naming.usual_groups(role, self.roles, self.loaded.names):
            named = self._named(role, Found.NAME, names, conventions)
            if named[1].total or not role.trials:
                return self._or_suiting_better(role, named, conventions)
            unread = unread or named
        if not role.trials:
            return self._nothing(role), None
        for names in naming.other_groups(role, self.roles, self.loaded.names):
            named = self._named(role, Found.NAME, names, conventions)
            if named[1].convincing:
                return named
            if unread and named[1].mostly_right:
                unread = named
        if methodical := self._by_methods(role, conventions):
            if methodical[1].convincing:
                return methodical
            unread = unread or (None if methodical[1].total else methodical)
        if not role.by_behaviour:
            return unread or (self._nothing(role), None)
        result, score = self._by_behaviour(role, conventions)
        return unread if unread and result.found is Found.NOT_FOUND else (result, score)

    def _or_suiting_better(
        self, role: Role, named: tuple[RoleResult, Score], conventions: Sequence[Convention]
    ) -> tuple[RoleResult, Score]:
        """``named``, or what has a name like usual ones, convinces, and suits the tests better."""
        suits = role.prefers(named[1].fit.how)
        if suits == max(map(role.prefers, conventions)):
            return named
        for names in naming.other_groups(role, self.roles, self.loaded.names):
            other = self._named(role, Found.NAME, names, conventions)
            if other[1].convincing and role.prefers(other[1].fit.how) > suits:
                return other
        return named

    def _by_methods(
        self, role: Role, conventions: Sequence[Convention]
    ) -> tuple[RoleResult, Score] | None:
        """A class with another name that has a method with a usual one."""
        usual = list(naming.usual(role))
        ranks = {
            name: min(map(usual.index, methods), default=len(usual))
            for name, there in self.loaded.members.items()
            if (methods := [each for each in usual if names_among(there, [each])])
        }
        classes = sorted(ranks, key=lambda name: ranks[name])
        if not classes or not any(how.get("call", "*") for how in conventions):
            return None
        return self._named(role, Found.NAME, classes, conventions)

    def _named(
        self, role: Role, found: Found, names: Sequence[str], conventions: Sequence[Convention]
    ) -> tuple[RoleResult, Score]:
        best, most = None, max(map(role.prefers, conventions))
        for name in names:
            score = self.prober.best(role, name, conventions)
            if best is None or _better(role, score) > _better(role, best):
                best = score
            if best.full and role.prefers(best.fit.how) == most:
                break
        assert best is not None, "asked with a name at least"
        note = ""
        if role.trials and not best.total:
            unwritten = best.fit.name in self.prober.unwritten
            note = "It is not written yet." if unwritten else _UNREAD
        return RoleResult(role.name, found, note=note), best

    def _by_behaviour(
        self, role: Role, conventions: Sequence[Convention]
    ) -> tuple[RoleResult, Score | None]:
        everything = (name for each in self.roles for name in naming.usual(each))
        usual = {*names_among(self.loaded.names, everything)}
        taken = {fit.name for fit in self.fits.values()} - set(self.loaded.members)
        passed_over = set(self.loaded.aliases)
        candidates = [name for name in self.loaded.names if name not in usual | taken | passed_over]
        scores: list[Score] = []
        for name in candidates[:_MOST]:
            score = self.prober.best(role, name, conventions, likely=False)
            if score.convincing:
                scores.append(score)
        most = max((score.total for score in scores), default=0)
        best = [score for score in scores if score.total == most]
        note = "The time for trying functions was used up." if self.prober.exhausted else ""
        if len(best) == 1:
            return RoleResult(role.name, Found.BEHAVIOUR, note=note), best[0]
        if best:
            equals = tuple(score.fit.name for score in best)
            return RoleResult(role.name, Found.UNDECIDED, candidates=equals), None
        return self._nothing(role, note), None

    def _nothing(self, role: Role, note: str = "") -> RoleResult:
        return RoleResult(role.name, Found.NOT_FOUND, names=tuple(naming.usual(role)), note=note)


def _better(role: Role, score: Score) -> tuple[int, int]:
    """By what functions with usual names are compared."""
    return (role.prefers(score.fit.how) if score.total else -1), score.total
