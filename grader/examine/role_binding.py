"""Binds the roles of a contract to what a submission calls them, once for each grading.

Role by role, in the order of the contract; what comes first counts:

1. what a person says for this grading;
2. a comment ``# grade: role = binding`` of it (:mod:`grader.examine.binding_comments`);
3. names and parameters, confirmed by a few known answers.

Reading goes in steps, each in a module of its own: how values are written
(:mod:`grader.examine.choose_value_representation`), calls that names and parameters suggest
(:mod:`grader.examine.role_candidates`), their answers to a dozen questions at most
(:mod:`grader.examine.binding_score`), and here the decision. A function is judged only if chance
does not explain its right answers, or if nothing else fits; where a wrong function with a better
name than the right one may be meant, a person says which. What nothing fills is explained by
:mod:`grader.examine.unbound_roles`.
"""

from __future__ import annotations

import re
import traceback
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from grader.examine.binding_comments import read_binding_comments
from grader.examine.binding_score import BindingScore, QuestionAsker
from grader.examine.check_bindings import check_bindings
from grader.examine.choose_value_representation import EditionChoice, choose_edition
from grader.examine.hidden_test_limits import SECONDS, HiddenTestTimeout, limit_cpu_time
from grader.examine.rival_functions import find_rival, has_very_name
from grader.examine.role_candidates import (
    Candidate,
    CandidateFinder,
    format_signature,
    is_class,
    names_reached_from,
    outermost,
    uses_name_like,
)
from grader.examine.similar_names import normalise_name
from grader.examine.unbound_roles import (
    find_calling_cell,
    find_explained,
    find_trace,
    find_used_later,
)
from grader.model.role_binding import (
    CALL,
    FIRST_FORM,
    BindingSource,
    Edition,
    Fit,
    RoleResult,
)
from grader.model.submission import Cell, LoadNote
from grader.model.submission_survey import Survey
from grader.sandbox.backend_interface import Loaded, SandboxFailure, Session
from grader.testing.roles import Contract, Reading, Role
from grader.wire.binding_expressions import find_first_name, parse, write

_CANDIDATES = 12
"""Bindings that a person is offered."""
_NAMED = 3
"""Functions that a reason names."""
_UNREADABLE = "{} answers with nothing that can be read as {} asks."
_ANOTHER = (
    "{} answers {} of {} questions with known answers right, and {} {} of them; a person has to "
    "say which is meant."
)
_PARTLY = (
    "{} answers {} of {} questions with known answers right, but nothing in its name says that it "
    "is meant; a person has to look."
)
_IN_A_CELL = (
    "No function is named for this. The code in {} calls {} and may do it; a person has to look."
)
_UNEXPLAINED = (
    "No function is named for this, and nothing shows what {} is for; a person has to say "
    "whether it is this."
)
_SEVERAL = (
    "No function is named for this, and {} answer all questions with known answers right; a "
    "person has to say which is meant."
)
_PASSED_ON = "Its answer cannot be read, but {} is used where other roles are called."
_FAILED = "The assignment's contract failed with {} while this was read."
_OUT_OF_TIME = "The grader ran out of time before it was read."


@dataclass(frozen=True, slots=True)
class Bindings:
    """The bindings by which a submission is called for the roles of a contract.

    Attributes:
        roles: every role with its binding, in the order of the contract.
        wrong: roles whose functions did not answer everything right.
        open: roles that a person has to settle, with the reason as a sentence.
        notes: what is wrong with hints.
        errors: sentences about the grader's own failures.
        survey: what the submission defines.
    """

    roles: tuple[RoleResult, ...] = ()
    wrong: frozenset[str] = frozenset()
    open: Mapping[str, str] = field(default_factory=dict)
    notes: tuple[LoadNote, ...] = ()
    errors: tuple[str, ...] = ()
    survey: Survey = field(default_factory=Survey)

    @property
    def fits(self) -> dict[str, Fit]:
        """Return the fit of each role that a function fills."""
        return {role.role: fit for role in self.roles if (fit := role.fit) is not None}


def bind_roles(
    session: Session,
    loaded: Loaded,
    contract: Contract,
    cells: Sequence[Cell],
    where: Mapping[str, str],
    origin: str,
    speed: float,
) -> Bindings:
    """Find out how ``session`` is called for the roles of ``contract``.

    Args:
        session: the submission, ``loaded`` with the assignment's adapter. Its process is replaced.
        where: bindings by role, as a person says; a name alone is read like any other.
        origin: what the seeds of calls are derived from.
        speed: how much longer things take here than where budgets were made.

    Raises:
        UnknownRole: if ``where`` names what is no role.
        SandboxFailure: if the sandbox does not work, or the machine is too busy.
    """
    check_bindings(where, contract.roles)
    said = read_binding_comments(cells, [role.name for role in contract.roles])
    asker = QuestionAsker(session, origin, speed)
    binder = _Binder(asker, contract, loaded, where, said.named, cells)
    errors: list[str] = []
    try:
        with limit_cpu_time(SECONDS * speed):
            binder.bind_all()
    except HiddenTestTimeout as failure:
        errors.append(f"roles: {failure}")
        binder.leave_open(_OUT_OF_TIME)
    except SandboxFailure:
        raise
    except Exception as bug:  # noqa: BLE001 - the author's, in the functions of the contract
        errors.append(f"roles: {traceback.format_exc()[-2000:]}")
        binder.leave_open(_FAILED.format(type(bug).__name__))
    return Bindings(
        tuple(binder.results), frozenset(binder.wrong), binder.open, said.notes,
        tuple(dict.fromkeys((*errors, *binder.asker.errors))), loaded.survey,
    )  # fmt: skip


def _may_be_meant(score: BindingScore, role: Role) -> bool:
    """Return whether half of all answers are right, and more than by chance."""
    right, asked = sum(score.right), len(score.right)
    return 2 * right >= asked and right > role.chance * asked


def _filled(result: RoleResult, score: BindingScore) -> RoleResult:
    """Return ``result`` of a role that the function of ``score`` fills."""
    return replace(
        result, function=score.fit.name, binding=score.fit.binding, how=dict(score.fit.how),
        asked=len(score.right), right=sum(score.right),
    )  # fmt: skip


def _bindings(scores: Iterable[BindingScore]) -> tuple[str, ...]:
    """Return the bindings that ``scores`` are of, as many as a person is offered."""
    return tuple(score.fit.binding for score in scores)[:_CANDIDATES]


@dataclass(slots=True)
class _Binder:
    asker: QuestionAsker
    contract: Contract
    loaded: Loaded
    where: Mapping[str, str]
    hinted: Mapping[str, str]
    cells: Sequence[Cell]
    results: list[RoleResult] = field(default_factory=list)
    wrong: set[str] = field(default_factory=set)
    open: dict[str, str] = field(default_factory=dict)
    fits: dict[str, Fit] = field(default_factory=dict)
    choice: EditionChoice = field(default_factory=EditionChoice)
    reader: CandidateFinder = field(init=False)

    def __post_init__(self) -> None:
        self.reader = CandidateFinder(self.contract, self.asker.unwritten)

    def bind_all(self) -> None:
        """Bind all roles in order."""
        survey = self.loaded.survey
        calls: dict[str, list[str]] = {}
        for first in self.contract.roles[:1]:
            reading = Reading(first, survey, {}, {})
            calls[first.name] = [one.call for one in self.reader.candidates(reading) if one.call]
            unnamed = self.reader.others(reading, self.loaded.aliases)
            calls[""] = [one.call for one in unnamed]
        offered = self.contract.editions(survey, self.asker.describe, calls)
        self.choice = choose_edition(self.contract, offered, self._screen)
        for role in self.contract.roles:
            self.asker.stopped = 0
            result, score = self._bind(role)
            if score is not None:
                self.fits[role.name] = score.fit
                if not score.full:
                    self.wrong.add(role.name)
                elif role.by_answers and result.found is not BindingSource.NAME:
                    # Nobody answers everything right whose values are written in another way.
                    self.choice = replace(self.choice, doubt="")
                others = [one for one in self.choice.editions if one != score.edition]
                editions = (score.edition, *others)
                self.choice = replace(
                    self.choice,
                    editions=[self.contract.settled(one, role, score.fit) for one in editions],
                )
                result = _filled(result, score)
            self.results.append(result)
        explained = self._explained()
        for number, role in enumerate(self.contract.roles):
            self.results[number] = self._reconsidered(role, self.results[number], explained)

    def leave_open(self, reason: str) -> None:
        """Leave the roles that are not bound yet to a person, for ``reason``."""
        for role in self.contract.roles[len(self.results) :]:
            self.results.append(self._ask(role, reason, ())[0])

    def _reading(self, role: Role, edition: Edition | None = None) -> Reading:
        known = self.choice.editions[0] if edition is None else edition
        return Reading(role, self.loaded.survey, known, self.fits)

    def _screen(
        self, edition: Edition, roles: Sequence[Role], patient: bool
    ) -> dict[str, BindingScore]:
        """Return the score of each of ``roles`` that something fills in ``edition``."""
        found: dict[str, BindingScore] = {}
        for role in roles:
            self.asker.stopped = 0
            candidates = self._read(role, edition)
            score = self.asker.best(role, candidates, [edition], screening=not patient)
            if score is not None:
                found[role.name] = score
                self.fits[role.name] = score.fit
                edition = self.contract.settled(score.edition, role, score.fit)
        self.fits.clear()
        return found

    def _read(self, role: Role, edition: Edition | None = None) -> list[Candidate]:
        return self.reader.read(self._reading(role, edition), self._named_for())

    def _named_for(self) -> dict[str, str]:
        """Return the functions that fill roles by their names, not by their answers alone."""
        answering = {
            result.role for result in self.results if result.found is BindingSource.BEHAVIOUR
        }
        return {role: fit.name for role, fit in self.fits.items() if role not in answering}

    def _bind(self, role: Role) -> tuple[RoleResult, BindingScore | None]:
        for said, source in ((self.where, BindingSource.MARKER), (self.hinted, BindingSource.HINT)):
            if role.name in said:
                return self._said(role, said[role.name], source)
        candidates, best = self._best_of_named(role)
        if best is not None and not best.full and self._is_meant_for_another(role, best):
            candidates = [one for one in candidates if one.name != best.fit.name]
            best = None
        if best is not None and not role.known:  # nobody has seen an answer
            return RoleResult(role.name, BindingSource.NAME), best.in_form(FIRST_FORM)
        if best is not None and best.full:
            return self._take(role, candidates, best, BindingSource.NAME)
        convincing = best if best is not None and best.convinces(role.chance) else None
        other = (
            self._other(role, candidates, convincing)
            if role.by_answers
            else self._by_code(role, candidates)
        )
        unlike = other is not None and self.reader.is_unlike(other.fit.name, role)
        answers = other is not None and (other.full or self._answers_as_whole(role, other))
        if other is not None and answers and (best is None or not unlike):
            return self._take(role, candidates, other, BindingSource.BEHAVIOUR)
        if convincing is not None:
            return self._take(role, candidates, convincing, BindingSource.NAME)
        if self.choice.doubt and (candidates or role.by_answers):
            return self._doubt(role)
        if best is not None and (any(best.read) or self._is_unwritten(role, best.fit)):
            return RoleResult(role.name, BindingSource.NAME), best  # nothing fits better
        if other is not None and not candidates and other.convinces(role.chance):
            binding = other.fit.binding
            reason = _PARTLY.format(binding, sum(other.right), len(other.right))
            return self._ask(role, reason, (binding,))
        if best is not None and (best.stopped or best.fit.name in self.asker.endless):
            # It takes too long to say how it answers.
            return RoleResult(role.name, BindingSource.NAME), best.in_form(FIRST_FORM)
        return self._unbound(role, candidates, best), None

    def _answers_as_whole(self, role: Role, found: BindingScore) -> bool:
        """Return whether as much is right as for the role that ``role`` is a part of.

        Both may rely on a rule of the game that is wrong.
        """
        right = [one.right for one in self.results if one.role == role.part_of]
        return sum(found.right) in right and found.convinces(role.chance)

    def _best_of_named(self, role: Role) -> tuple[list[Candidate], BindingScore | None]:
        """Return what is named for ``role``, and the score of the best of it.

        If no answer of it can be read, functions for other roles that may do this come after it.
        """
        candidates = self._read(role)
        best = self.asker.best(role, candidates, self.choice.editions)
        others: list[Candidate] = []
        if best is not None and not best.stopped and not any(best.read):
            others = self.reader.candidates_of_others(self._reading(role))
        also = self.asker.best(role, others, self.choice.editions)
        return (
            ([*candidates, *others], also) if also is not None and also.full else (candidates, best)
        )

    def _take(
        self, role: Role, candidates: Sequence[Candidate], found: BindingScore, by: BindingSource
    ) -> tuple[RoleResult, BindingScore | None]:
        """Bind ``role`` by what is ``found``, unless that may be wrong or another one is meant."""
        if self.choice.doubt and not found.full:
            return self._doubt(role)
        if reason := self.choice.unconfirmed.get(role.name):
            return self._ask(role, reason, (found.fit.binding,))
        rival = find_rival(self.asker, self.loaded.survey, role, candidates, found)
        if rival is None:
            return RoleResult(role.name, by), found
        # Of two wrong ones, none is saved by the other.
        certain = self._serves_another(found) or (not found.full and rival.convinces(role.chance))
        if has_very_name(rival, role) and certain:
            return RoleResult(role.name, by), rival
        reason = _ANOTHER.format(
            rival.fit.binding, sum(rival.right), len(rival.right), found.fit.binding,
            "all" if found.full else sum(found.right),
        )  # fmt: skip
        return self._ask(role, reason, (found.fit.binding, rival.fit.binding))

    def _doubt(self, role: Role) -> tuple[RoleResult, None]:
        """Leave ``role`` open, as what is answered to values in a wrong form says nothing."""
        reading = self._reading(role, self.choice.offered)
        offered = self.reader.candidates(reading)
        if not offered and role.takes:
            offered = self.reader.others(reading, self.loaded.aliases)
        return self._ask(role, self.choice.doubt, self._lines(offered))

    def _is_meant_for_another(self, role: Role, best: BindingScore) -> bool:
        """Return whether that of ``best`` fills another role, and is not named like ``role``.

        What does this role by a switch of a wrong function is wrong, too, and what chance does not
        explain is meant.
        """
        name = best.fit.name
        filling = {
            function
            for other, function in self._named_for().items()
            if other not in role.also
            and (other != role.part_of or not (other in self.wrong or best.convinces(role.chance)))
        }
        return (
            name in filling
            and normalise_name(name) != normalise_name(role.name)
            and not is_class(self.loaded.survey, name)
        )

    def _is_unwritten(self, role: Role, fit: Fit) -> bool:
        """Return whether the function of ``fit`` says, or shows, that it is not written yet.

        It shows so if it uses nothing, not even itself, and returns nothing. That is remembered
        for later roles, as what it says is.
        """
        one = self.loaded.survey.definitions[fit.name]
        empty = one.kind == "function" and not one.mentions
        if empty and self.asker.returns_nothing(role, fit):
            self.asker.unwritten.add(fit.name)
        return fit.name in self.asker.unwritten

    def _serves_another(self, found: BindingScore) -> bool:
        """Return whether a function that fills a role by its name is or uses that of ``found``."""
        survey = self.loaded.survey
        used = (names_reached_from(survey, name) for name in self._named_for().values())
        return any(found.fit.name in names for names in used)

    def _said(
        self, role: Role, text: str, found: BindingSource
    ) -> tuple[RoleResult, BindingScore | None]:
        """Bind ``role`` as a person or a comment says: by a binding, or by a name alone."""
        call, answer = parse(text)
        by = "The binding" if found is BindingSource.MARKER else "A comment"
        survey = self.loaded.survey
        alone = call[0] == "name"
        name = str(call[1]) if alone else find_first_name(call, self._words(role))
        strange = name not in {*survey.definitions, *survey.objects, *survey.constants}
        fault = f"{name}, which the submission does not define" if name else "nothing of it"
        missing = f"{by} names {fault}."
        if not name or (alone and name not in survey.definitions):
            return self._ask(role, missing, self._lines(self._read(role)))
        if alone:
            candidates = self.reader.candidates_for_all(self._reading(role), name)
        else:
            candidates = [Candidate(name, write(call))]
        form = "" if answer is None else write(answer)
        score = self.asker.best(role, candidates, self.choice.editions, form)
        unwritten = score is not None and score.fit.name in self.asker.unwritten
        if score is not None and not any(score.read) and score.stopped:
            return RoleResult(role.name, found), score.in_form(form or FIRST_FORM)
        if score is None or (role.known and not any(score.read) and not unwritten):
            lines = self._lines(one for one in self._read(role) if one.call != write(call))
            if strange:
                return self._ask(role, missing, lines)
            return replace(self._unbound(role, candidates, score), candidates=lines), None
        return RoleResult(role.name, found), score

    def _words(self, role: Role) -> list[str]:
        own = self.loaded.survey.definitions
        known = [*self.contract.words, *role.needs, *self.contract.helpers]
        return [word for word in known if word not in own]

    def _other(
        self, role: Role, tried: Sequence[Candidate], convincing: BindingScore | None
    ) -> BindingScore | None:
        """Return the score of the first function with another name that answers everything right.

        One that fills no other role comes before one that does. Without any, the score of the one
        that answers most right, among those that fill no other role. Where one is ``convincing``,
        it has to call that, which is a part of it then.
        """
        calls = {one.call for one in tried}
        filling = {fit.name for fit in self.fits.values()}
        others = self.reader.others(self._reading(role), self.loaded.aliases)
        others = [one for one in others if not self.reader.names_another(one.name, role)]
        best: BindingScore | None = None
        for one in sorted(others, key=lambda one: one.name in filling):
            mentions = self.loaded.survey.definitions[one.name].mentions
            part = convincing is None or convincing.fit.name in mentions
            variant = any(self.reader.is_variant(name, role) for name in mentions)
            if part and not variant and one.call not in calls:
                score = self.asker.best(role, [one], self.choice.editions[:1], screening=True)
                if score is not None and score.full:
                    return score
                if score is not None and one.name not in filling:
                    best = score if best is None or score.rank > best.rank else best
        return best

    def _by_code(self, role: Role, tried: Sequence[Candidate]) -> BindingScore | None:
        """Return the score of what does ``role`` by its code alone, if nothing is named for it."""
        candidates = [] if tried else self.reader.candidates_by_code(self._reading(role))
        return self.asker.best(role, candidates, self.choice.editions[:1])

    def _unbound(
        self, role: Role, candidates: Sequence[Candidate], score: BindingScore | None
    ) -> RoleResult:
        """Return the result of a role that nothing fills, open for a person if code hints at it."""
        lines = self._lines(candidates)
        if score is not None:
            reason = _UNREADABLE.format(score.fit.name, role.name)
            return self._ask(role, f"{reason} {self.asker.seen(role, score.fit)}", lines)[0]
        if candidates:
            one = candidates[0]
            said = format_signature(one.name, self._reading(role))
            return self._ask(role, f"{said} cannot be called: {one.problem}.", (one.name,))[0]
        if trace := find_trace(self._reading(role), self.reader, self.open):
            return self._ask(role, trace.reason, trace.lines)[0]
        usual = tuple(dict.fromkeys((role.name, *role.names)))
        return RoleResult(role.name, BindingSource.NOT_FOUND, names=usual)

    def _reconsidered(
        self, role: Role, result: RoleResult, explained: Collection[str]
    ) -> RoleResult:
        """Return ``result``, or leave ``role`` open if what is not ``explained`` may be meant.

        That is code that no other role shows the purpose of.
        """
        if result.found is BindingSource.NOT_FOUND:
            return self._reconsider_missing(role, result, explained)
        if result.open and not role.takes:
            return self._reconsider_unreadable(role, result)
        mostly_wrong = result.found is BindingSource.NAME and 2 * result.right < result.asked
        if mostly_wrong and role.takes and not role.by_answers:
            return self._reconsider_mostly_wrong(role, result, explained)
        return result

    def _reconsider_missing(
        self, role: Role, result: RoleResult, explained: Collection[str]
    ) -> RoleResult:
        """Leave ``role``, for which no function is named, open if other code may do it.

        That has to answer half of the questions right, or take too long for them.
        """
        reading = self._reading(role)
        if calling := find_calling_cell(reading, self.contract, self.results, self.cells):
            return self._ask(role, _IN_A_CELL.format(*calling), ())[0]
        used = self._used_later(role) if role.passed_as else []
        if len(used) == 1:
            self.fits[role.name] = used[0].fit
            return _filled(RoleResult(role.name, BindingSource.BEHAVIOUR), used[0])
        if used:
            names = " and ".join(score.fit.name for score in used[:_NAMED])
            return self._ask(role, _SEVERAL.format(names), _bindings(used))[0]
        found = self._unexplained(role, explained) if role.takes else []
        if not found:
            return result
        names = " or ".join(one.fit.name for one in found[:_NAMED])
        return self._ask(role, _UNEXPLAINED.format(names), _bindings(found))[0]

    def _used_later(self, role: Role) -> list[BindingScore]:
        """Return scores of functions that only later roles use, and that answer all right.

        None is a part of another one.
        """
        reading, self.asker.stopped = self._reading(role), 0
        found: dict[str, BindingScore] = {}
        for name in find_used_later(reading, self.contract):
            calls = self.reader.candidates_for_all(reading, name, usual=False)
            score = self.asker.best(role, calls, self.choice.editions[:1])
            if score is not None and score.full:
                found[name] = score
        return [found[name] for name in outermost(self.loaded.survey, found)]

    def _reconsider_unreadable(self, role: Role, result: RoleResult) -> RoleResult:
        """Return ``result``, not open if the calls for other roles use what may fill it.

        A person can change nothing then.
        """
        calls = [str(fit.how[CALL]) for fit in self.fits.values()]
        for line in result.candidates:
            if any(line in call for call in calls):
                del self.open[role.name]
                note = _PASSED_ON.format(line)
                return replace(result, found=BindingSource.NOT_FOUND, note=note)
        return result

    def _reconsider_mostly_wrong(
        self, role: Role, result: RoleResult, explained: Collection[str]
    ) -> RoleResult:
        """Leave ``role`` open if code with another name answers all questions right."""
        lines = _bindings(one for one in self._unexplained(role, explained) if one.full)
        if not lines:
            return result
        self.wrong.discard(role.name)
        del self.fits[role.name]
        reason = _ANOTHER.format(result.binding, result.right, result.asked, lines[0], "all")
        return self._ask(role, reason, (*lines, result.binding))[0]

    def _explained(self) -> set[str]:
        """Return what the functions that fill roles, or may fill open ones, show the purpose of."""
        helpers = {fit.name for name, fit in self.fits.items() if name in self.contract.telling}
        asked_about = (line for result in self.results for line in result.candidates)
        players = {fit.name for name, fit in self.fits.items() if name not in self.contract.telling}
        players |= {name for line in asked_about for name in re.findall(r"\w+", line)}
        explained = find_explained(self.loaded.survey, helpers, players)
        return {*self.loaded.aliases, *explained}

    def _unexplained(self, role: Role, explained: Collection[str]) -> list[BindingScore]:
        """Return scores of functions that are not ``explained`` and may fill ``role``, best first.

        No function comes twice. What is asked first, such as the rules of a game, never takes long.
        """
        anything = replace(self._reading(role), role=replace(role, needs=frozenset()))
        survey, self.asker.stopped = self.loaded.survey, 0
        found: dict[str, BindingScore] = {}
        for one in self.reader.others(anything, explained):
            relies = not role.relies_on or uses_name_like(survey, one.name, role.relies_on)
            if one.name in found or not relies or self.reader.names_another(one.name, role):
                continue
            score = self.asker.best(role, [one], self.choice.editions[:1])
            slow = score is not None and score.stopped and role.name not in self.contract.telling
            if score is not None and (slow or _may_be_meant(score, role)):
                found[one.name] = score
        return sorted(found.values(), key=lambda score: -sum(score.right))

    def _lines(self, candidates: Iterable[Candidate]) -> tuple[str, ...]:
        """Return the texts of calls that are offered to a person as bindings."""
        return tuple(dict.fromkeys(one.call for one in candidates if one.call))[:_CANDIDATES]

    def _ask(self, role: Role, reason: str, lines: tuple[str, ...]) -> tuple[RoleResult, None]:
        self.open[role.name] = reason
        result = RoleResult(role.name, BindingSource.UNDECIDED, candidates=lines, note=reason)
        return result, None
