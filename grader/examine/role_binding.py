"""Binds the roles of a contract to what a submission calls them, once for each grading.

Role by role, in the order of the contract; what comes first counts:

1. what a person says for this grading;
2. a comment ``# grade: role = binding`` of it (:mod:`grader.examine.binding_comments`);
3. names and parameters (:mod:`grader.examine.role_candidates`), confirmed by a few known answers.
   These also choose between the two or three calls that reading leaves open, and between forms of
   an answer, such as ``(value, column)`` and ``(column, value)``.

A binding is asked a dozen questions at most, each within limits of its own, so that a slow function
costs no other one anything. A function is judged by a binding only if chance does not explain its
right answers, or if nothing else fits: where another function answers everything, that one is
taken, unless the first has a usual name: then a person says which is meant. Where no answer can be
read, a person is asked and nothing is judged.
"""

from __future__ import annotations

import itertools
import re
import traceback
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from grader.examine.binding_comments import find_cell_calling, read_hints
from grader.examine.binding_score import BY_CHANCE, EASY, ROLE, BindingScore, QuestionAsker
from grader.examine.hidden_test_limits import SECONDS, HiddenTestTimeout, limit_cpu_time
from grader.examine.role_candidates import (
    Candidate,
    RoleReader,
    callers,
    format_signature,
    names_like,
    names_reached_from,
    names_used_by,
)
from grader.examine.similar_names import normalise_name
from grader.model.escape import escape_to_one_line
from grader.model.role_binding import (
    ANSWER,
    CALL,
    DOUBT,
    FIRST_FORM,
    GUESSED,
    UNUSUAL,
    BindingSource,
    Edition,
    Fit,
    RoleResult,
)
from grader.model.submission import Cell, LoadNote
from grader.model.submission_survey import Survey
from grader.model.user_error import UsageError
from grader.render.syntax_error_caret import draw_caret
from grader.sandbox.backend_interface import Loaded, SandboxFailure, Session
from grader.testing.role_contract import Contract, Reading, Role
from grader.wire.binding_expressions import BindingError, called_name, parse, write

_CANDIDATES = 12
"""Bindings that a person is offered."""
_TIED = 4
"""Editions that deciding roles are asked in, too."""
_CONFIRMING = 2
"""Roles that have to show that values are written in an unusual way, so that none is judged by
what it alone shows."""
_UNREADABLE = "{} answers with nothing that can be read as {} asks."
_ANOTHER = (
    "{} answers {} of {} questions with known answers right, and {} {} of them; a person has to "
    "say which is meant."
)
_PARTLY = (
    "{} answers {} of {} questions with known answers right, but nothing in its name says that it "
    "is meant; a person has to look."
)
_AS_WELL = (
    "The function for {} may do this as well, and how that one is called has to be settled first."
)
_IN_CELL = "{} calls {} outside of any function, which may be the answer: a person has to look."
_FAILED = "The assignment's contract failed with {} while this was read."
_OUT_OF_TIME = "The grader ran out of time before it was read."


class UnknownRole(UsageError):
    """The error of a person's binding that names no role or cannot be read.

    Of a binding, two lines with a caret below its fault follow the sentence.

    Attributes:
        on_one_line: the same as one sentence, for lists.
    """

    def __init__(self, sentence: str, fault: BindingError | None = None) -> None:
        self.on_one_line = sentence
        if fault is not None:
            self.on_one_line = f"{sentence.removesuffix('.')} (character {fault.position + 1})."
            sentence = f"{sentence}\n{draw_caret(fault.text, fault.position)}"
        super().__init__(sentence)


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


def check_bindings(where: Mapping[str, str], roles: Sequence[Role]) -> None:
    """Raise UnknownRole if ``where`` names no role of ``roles``, or its text is no binding."""
    known = [role.name for role in roles]
    for role, text in where.items():
        if role not in known:
            there = f"its roles are {', '.join(known)}" if known else "it has no contract"
            raise UnknownRole(f"{role!r} is not a role of this assignment; {there}.")
        try:
            parse(text)
        except BindingError as problem:
            raise UnknownRole(f"The binding of {role}: {problem.problem}.", problem) from None


def bind_roles(
    session: Session,
    loaded: Loaded,
    contract: Contract,
    cells: Iterable[Cell],
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
    cells = tuple(cells)
    said = read_hints(cells, [role.name for role in contract.roles])
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


def _is_meant_for_role(score: BindingScore, role: Role, usual: Collection[str]) -> bool:
    """Return whether a function's name and answers show that it is meant for ``role``.

    Where it has the very name of the role, one answer that can be read is enough; else some have
    to be right, too, if it takes little to be readable: a value can be read as a column.
    """
    if _has_very_name(score, role):
        return any(score.read)
    call = str(score.fit.how[CALL])
    telling = any(score.right) or role.chance <= BY_CHANCE
    return call in usual and all(score.read) and telling


def _has_very_name(score: BindingScore, role: Role) -> bool:
    called = re.findall(r"(\w+)\(", str(score.fit.how[CALL]))
    return normalise_name(role.name) in map(normalise_name, called)


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
    editions: list[Edition] = field(default_factory=list)
    """Ways in which the submission may write values, the one that counts first."""
    doubted: Edition | None = None
    """Why values cannot be written as the submission does, and how lines are offered for them."""
    unusual: Mapping[str, str] = field(default_factory=dict)
    """Roles that are right in an unusual edition which others do not confirm, with the reason."""
    guess: str = ""
    """Why values may not be written as the submission does, if no answer confirms it."""
    guessed: set[str] = field(default_factory=set)
    """Roles that are judged although chance explains their right answers."""
    reader: RoleReader = field(init=False)

    def __post_init__(self) -> None:
        self.reader = RoleReader(self.contract, self.asker.unwritten)

    def bind_all(self) -> None:
        """Bind all roles in order."""
        self.editions = self._editions()
        for role in self.contract.roles:
            self.asker.stopped = 0
            result, score = self._bind(role)
            if score is not None and role.name in self.unusual and not self._is_said(role):
                reason = self.unusual[role.name]
                result, score = self._ask(role, reason, (score.fit.binding,))
            if score is not None:
                self.fits[role.name] = score.fit
                if not score.full:
                    self.wrong.add(role.name)
                others = [one for one in self.editions if one != score.edition]
                editions = (score.edition, *others)
                self.editions = [self.contract.settled(one, role, score.fit) for one in editions]
                result = replace(
                    result, function=score.fit.name, binding=score.fit.binding,
                    how=dict(score.fit.how), asked=len(score.right), right=sum(score.right),
                )  # fmt: skip
            self.results.append(result)
        if self.guess and not self._is_edition_confirmed():
            self._open_guesses()

    def _is_edition_confirmed(self) -> bool:
        """Return whether the answers of most telling roles show that values are written rightly.

        A single one does not: it may not have met all values.
        """
        telling = self._identifying()
        shown = telling & {*self.fits} - self.guessed
        return bool(shown) and len(shown) >= len(telling & (self.guessed | {*self.open}))

    def _identifying(self) -> set[str]:
        """Return the telling roles whose functions are known by their answers alone."""
        roles = (role for role in self.contract.roles if role.by_answers)
        return {role.name for role in roles} & {*self.contract.telling}

    def _open_guesses(self) -> None:
        """Leave to a person what was judged by answers to values that may be written wrongly.

        Of the telling roles that nothing fills, those too for which any function may be meant.
        """
        for number, (role, result) in enumerate(
            zip(self.contract.roles, tuple(self.results), strict=True)
        ):
            lines: tuple[str, ...] = ()
            if role.name in self.wrong:
                lines = (self.fits[role.name].binding,)
            elif role.name in self._identifying() and result.found is BindingSource.NOT_FOUND:
                lines = self._lines(self.reader.others(self._reading(role), self.loaded.aliases))
            if lines:
                self.fits.pop(role.name, None)
                self.wrong.discard(role.name)
                self.results[number] = self._ask(role, self.guess, lines)[0]

    def leave_open(self, reason: str) -> None:
        """Leave the roles that are not bound yet to a person, for ``reason``."""
        for role in self.contract.roles[len(self.results) :]:
            self.results.append(self._ask(role, reason, ())[0])

    def _reading(self, role: Role, edition: Edition | None = None) -> Reading:
        known = self.editions[0] if edition is None else edition
        return Reading(role, self.loaded.survey, known, self.fits)

    def _editions(self) -> list[Edition]:
        """Return the ways in which values may be written, the one with most right answers first."""
        calls = {
            role.name: [
                one.call
                for one in self.reader.candidates(Reading(role, self.loaded.survey, {}, {}))
                if one.call
            ]
            for role in self.contract.roles[:1]
        }
        found: list[Edition] = []
        unusual: dict[int, str] = {}
        for one in self.contract.editions(self.loaded.survey, self.asker.describe, calls):
            if DOUBT in one:
                self.doubted = one
                continue
            self.guess = self.guess or str(one.get(GUESSED, ""))
            if UNUSUAL in one:
                unusual[len(found)] = str(one[UNUSUAL])
            found.append({key: one[key] for key in one if key not in {GUESSED, UNUSUAL}})
        if len(found) < 2:
            return found or [{}]
        telling = [self._role(name) for name in self.contract.telling]
        scores = [self._rights(edition, telling) for edition in found]
        totals = [sum(score.values()) for score in scores]
        tied = [number for number, total in enumerate(totals) if total == max(totals)]
        if self.contract.deciding and len(tied) > 1:
            asked = [*telling, *(self._role(name) for name in self.contract.deciding)]
            for number in tied[:_TIED]:
                totals[number] += sum(self._rights(found[number], asked).values())
        order = sorted(range(len(found)), key=lambda number: -totals[number])
        counts = order[0] in unusual and self._decide_for_unusual(
            scores[order[0]],
            next(scores[number] for number in order if number not in unusual),
            unusual[order[0]],
        )
        return [found[number] for number in order if (number in unusual) == counts]

    def _rights(self, edition: Edition, roles: Sequence[Role]) -> dict[str, int]:
        """Return how many questions each of ``roles`` answers right in ``edition``."""
        self.fits = {}
        rights = dict.fromkeys((role.name for role in roles), 0)
        for role in roles:
            score = self._best(role, self._read(role, edition), [edition], screening=True)
            if score is not None:
                rights[role.name] = sum(score.right)
                self.fits[role.name] = score.fit
                edition = self.contract.settled(score.edition, role, score.fit)
        self.fits = {}
        return rights

    def _decide_for_unusual(
        self, here: Mapping[str, int], usual: Mapping[str, int], reason: str
    ) -> bool:
        """Decide whether an unusual edition counts, by right answers of each role in both.

        Roles that are right in it are noted as open if a single one is, or another contradicts
        them.
        """
        better = [role for role, right in here.items() if right > usual[role]]
        worse = [role for role, right in here.items() if right < usual[role]]
        if len(better) > len(worse) and (worse or len(better) < _CONFIRMING):
            self.unusual = dict.fromkeys(better, reason)
        return len(better) > len(worse)

    def _read(self, role: Role, edition: Edition | None = None) -> list[Candidate]:
        reading = self._reading(role, edition)
        found = self.reader.candidates(reading)
        others = [fit for name in role.also if (fit := self.fits.get(name)) is not None]
        for other in others if not any(one.call for one in found) else ():
            also = self.reader.candidates_for_all(reading, other.name, usual=False)
            found = [*found, *(one for one in also if one.call)]
        whole = self.fits.get(role.part_of)
        if whole is not None:  # what is switched on there
            of_whole = replace(reading, role=self._role(role.part_of))
            plain = {one.call for one in self.reader.candidates_for_all(of_whole, whole.name)}
            parts = self.reader.candidates_for_all(reading, whole.name, usual=False)
            found += [one for one in parts if one.call and one.call not in plain]
            if of_whole.role.first and re.fullmatch(
                of_whole.role.first, normalise_name(whole.name)
            ):
                # Its name says that it is only a part, so that others may do both.
                rest = self.reader.candidates(of_whole)
                found += [replace(one, usual=False) for one in rest if one.name != whole.name]
        taken = {name for name in self._named_for().values() if not self._is_class(name)}
        taken -= {fit.name for fit in (*others, whole) if fit is not None}
        return [one for one in found if one.usual or one.name not in taken]

    def _role(self, name: str) -> Role:
        return next(role for role in self.contract.roles if role.name == name)

    def _named_for(self) -> dict[str, str]:
        """Return the functions that fill roles by their names, not by their answers alone."""
        answering = {
            result.role for result in self.results if result.found is BindingSource.BEHAVIOUR
        }
        return {role: fit.name for role, fit in self.fits.items() if role not in answering}

    def _is_class(self, name: str) -> bool:
        one = self.loaded.survey.definitions.get(name)
        return one is not None and one.kind == "class"

    def _is_said(self, role: Role) -> bool:
        return role.name in self.where or role.name in self.hinted

    def _bind(self, role: Role) -> tuple[RoleResult, BindingScore | None]:
        for said, found in ((self.where, BindingSource.MARKER), (self.hinted, BindingSource.HINT)):
            if role.name in said:
                return self._said(role, said[role.name], found)
        candidates = self._read(role)
        score = self._best(role, candidates, self.editions)
        if self.doubted and (candidates or role.by_answers) and not (score and score.full):
            # What it answers to values that it does not know says nothing.
            lines = self._lines(self.reader.candidates(self._reading(role, self.doubted)))
            return self._ask(role, str(self.doubted[DOUBT]), lines)
        if (
            score is not None
            and not score.full
            and self._is_meant_for_another(role, score.fit.name)
            and not self._is_switched_in_wrong(role, score.fit.name)
        ):
            candidates = [one for one in candidates if one.name != score.fit.name]
            score = None
        if score is not None and not role.known:  # nobody has seen an answer
            return RoleResult(role.name, BindingSource.NAME), score.in_form(FIRST_FORM)
        if score is not None and (score.full or not score.is_by_chance(role.chance)):
            rival = self._rival(role, candidates, score)
            if rival is not None and not self._is_part_of_another(role, rival, score):
                return self._ask_which(role, rival, score)
            return RoleResult(role.name, BindingSource.NAME), rival or score
        return self._bind_by_answers(role, candidates, score)

    def _bind_by_answers(
        self, role: Role, candidates: Sequence[Candidate], score: BindingScore | None
    ) -> tuple[RoleResult, BindingScore | None]:
        """Bind ``role`` where chance explains what the best of ``candidates`` answers."""
        other = self._other(role, candidates) if role.by_answers else None
        if other is not None and other.full:
            usual = {one.call for one in candidates if one.usual}
            if score is None or not _is_meant_for_role(score, role, usual):
                return RoleResult(role.name, BindingSource.BEHAVIOUR), other
            if not self.reader.is_unlike(other.fit.name, role):
                return self._ask_which(role, score, other)
        if score is not None and (any(score.read) or score.fit.name in self.asker.unwritten):
            self.guessed.add(role.name)
            return RoleResult(role.name, BindingSource.NAME), score
        if other is not None and not candidates and not other.is_by_chance(role.chance):
            binding = other.fit.binding
            reason = _PARTLY.format(binding, sum(other.right), len(other.right))
            return self._ask(role, reason, (binding,))
        if score is not None and score.stopped:  # it takes too long to say how it answers
            return RoleResult(role.name, BindingSource.NAME), score.in_form(FIRST_FORM)
        return self._unbound(role, candidates, score), None

    def _rival(
        self, role: Role, candidates: Sequence[Candidate], score: BindingScore
    ) -> BindingScore | None:
        """Return the score of a function that may be meant instead, and is wrong where it is easy.

        It comes before that of ``score``, and has a usual name and is not a part of it, or calls it
        where that has no usual name: what plays may pass on the wrong things. What is wrong about
        hard questions only may look less far, unless it has the very name of the role and calls the
        other, which then is a part of it.
        """
        name = score.fit.name
        survey = self.loaded.survey
        usual = {one.call for one in candidates if one.usual}
        is_usual = any(one.usual for one in candidates if one.name == name)
        outer = () if is_usual else callers(name, candidates, survey)
        parts = names_reached_from(survey, name)
        for other in itertools.takewhile(name.__ne__, dict.fromkeys(c.name for c in candidates)):
            calls = [one for one in candidates if one.name == other]
            if other in outer or (other not in parts and any(one.usual for one in calls)):
                found = self._best(role, calls, [score.edition])
                if found is None:
                    continue
                whole = _has_very_name(found, role) and name in names_reached_from(survey, other)
                if all(found.right[:EASY]) and not (whole and any(found.read) and not found.full):
                    continue
                if _is_meant_for_role(found, role, usual) or (other in outer and any(found.read)):
                    return found
        return None

    def _is_part_of_another(self, role: Role, rival: BindingScore, score: BindingScore) -> bool:
        """Return whether ``rival`` has the very name of ``role``, and ``score`` serves another."""
        if not _has_very_name(rival, role):
            return False
        survey = self.loaded.survey
        used = (names_reached_from(survey, name) for name in self._named_for().values())
        return any(score.fit.name in names for names in used)

    def _ask_which(
        self, role: Role, one: BindingScore, other: BindingScore
    ) -> tuple[RoleResult, None]:
        """Leave to a person which is meant: ``one``, or ``other``, which answers more right."""
        reason = _ANOTHER.format(
            one.fit.binding, sum(one.right), len(one.right), other.fit.binding,
            "all" if other.full else sum(other.right),
        )  # fmt: skip
        return self._ask(role, reason, (other.fit.binding, one.fit.binding))

    def _is_meant_for_another(self, role: Role, name: str) -> bool:
        """Return whether ``name`` fills another role, and is not named like ``role``."""
        filling = {name for other, name in self._named_for().items() if other not in role.also}
        return (
            name in filling
            and normalise_name(name) != normalise_name(role.name)
            and not self._is_class(name)
        )

    def _is_switched_in_wrong(self, role: Role, name: str) -> bool:
        """Return whether ``name`` does ``role`` by a switch, and is wrong without it, too."""
        whole = self.fits.get(role.part_of)
        return role.part_of in self.wrong and whole is not None and whole.name == name

    def _said(
        self, role: Role, text: str, found: BindingSource
    ) -> tuple[RoleResult, BindingScore | None]:
        """Bind ``role`` as a person or a comment says: by a binding, or by a name alone."""
        call, answer = parse(text)
        by = "The binding" if found is BindingSource.MARKER else "A comment"
        survey = self.loaded.survey
        alone = call[0] == "name"
        name = str(call[1]) if alone else called_name(call, self._words(role))
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
        score = self._best(role, candidates, self.editions, form)
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

    def _best(
        self,
        role: Role,
        candidates: Sequence[Candidate],
        editions: Sequence[Edition],
        answer: str = "",
        *,
        screening: bool = False,
    ) -> BindingScore | None:
        """Return the score of the best of ``candidates``; ``None`` if there is none."""
        best: BindingScore | None = None
        for number, edition in enumerate(editions or [{}]):
            for one in candidates:
                if not one.call:
                    continue
                how = {**edition, ROLE: role.name, CALL: one.call, ANSWER: ""}
                score = self.asker.score(role, Fit(one.name, how), answer, screening=screening)
                if (
                    best is not None
                    and number
                    and any(best.read)
                    and score.is_by_chance(role.chance)
                ):
                    continue  # the first one is what other roles are asked in
                if best is None or score.rank > best.rank:
                    best = score
                if best.full and role.known:
                    return best
            if best is not None and (best.stopped or not best.is_by_chance(role.chance)):
                break  # another edition would only fit better by chance
        return best

    def _other(self, role: Role, tried: Sequence[Candidate]) -> BindingScore | None:
        """Return the score of the first function with another name that answers everything right.

        One that fills no other role comes before one that does. Without any, the score of the one
        that answers most right, among those that fill no other role.
        """
        calls = {one.call for one in tried}
        filling = {fit.name for fit in self.fits.values()}
        others = self.reader.others(self._reading(role), self.loaded.aliases)
        best: BindingScore | None = None
        for one in sorted(others, key=lambda one: one.name in filling):
            if one.call not in calls:
                score = self._best(role, [one], self.editions[:1], screening=True)
                if score is not None and score.full:
                    return score
                if score is not None and one.name not in filling:
                    best = score if best is None or score.rank > best.rank else best
        return best

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
        reading = self._reading(role)
        unread = [name for name in role.also if name in self.open]
        if role.part_of in self.open and names_like(reading, role.traces):
            unread.append(role.part_of)
        if unread and not any(name in self.fits for name in role.also):
            return self._ask(role, _AS_WELL.format(" or ".join(unread)), ())[0]
        other = self.fits.get(role.part_of)
        if other is not None:
            inside = names_used_by(reading, other.name, role.uses) if role.uses else []
            traces = list(dict.fromkeys((*inside, *names_like(reading, role.traces))))
            switches = self.reader.unknown_switches(reading, other.name)
            if traces:
                reason = f"{' and '.join(traces[:3])} may do this within {other.name}."
                return self._ask(role, reason, (other.binding,))[0]
            if switches:
                reason = f"{other.name} may do this where {switches[0]} says so."
                return self._ask(role, reason, (self._switched(other, switches[0]),))[0]
        if reason := self._reason_of_cell(role):
            return self._ask(role, reason, ())[0]
        usual = tuple(dict.fromkeys((role.name, *role.names)))
        return RoleResult(role.name, BindingSource.NOT_FOUND, names=usual)

    def _switched(self, fit: Fit, switch: str) -> str:
        """Return the line of ``fit`` with something for the parameter ``switch`` of a function."""
        one = self.loaded.survey.definitions[fit.name]
        default = {each.name: each.default for each in one.parameters or ()}.get(switch, "")
        call = str(fit.how[CALL])
        if one.kind == "class" or not call.endswith(")"):
            return fit.binding
        value = {"True": "False", "False": "True"}.get(default, "3")
        return replace(fit, how={**fit.how, CALL: f"{call[:-1]}, {switch}={value})"}).binding

    def _reason_of_cell(self, role: Role) -> str:
        """Return why a cell may be the answer to ``role``; empty if none may."""
        bound = {name: fit.name for name, fit in self.fits.items()}
        about = [
            cell
            for cell in self.cells
            if cell.notebook and role.says and re.search(role.says, cell.source)
        ]
        tried: list[tuple[Sequence[Cell], list[str]]] = [(about, [one]) for one in bound.values()]
        if role.calls and {*role.calls} <= {*bound}:
            tried.insert(0, (self.cells, [bound[name] for name in role.calls]))
        for cells, called in tried:
            if cell := find_cell_calling(cells, called):
                return _IN_CELL.format(escape_to_one_line(cell.name, 100), " and ".join(called))
        return ""

    def _lines(self, candidates: Iterable[Candidate]) -> tuple[str, ...]:
        """Return the texts of calls that are offered to a person as bindings."""
        return tuple(dict.fromkeys(one.call for one in candidates if one.call))[:_CANDIDATES]

    def _ask(self, role: Role, reason: str, lines: tuple[str, ...]) -> tuple[RoleResult, None]:
        self.open[role.name] = reason
        result = RoleResult(role.name, BindingSource.UNDECIDED, candidates=lines, note=reason)
        return result, None
