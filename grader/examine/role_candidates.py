"""Derives from names and parameters how a submission may be called for a role.

Functions, methods and objects with usual names come first, then those with names like them. What a
parameter is for is told by its name; the assignment's contract says what is passed for it. Nothing
is called here: what comes out is the text of calls, likeliest first.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from grader.examine.similar_names import normalise_name
from grader.model.role_binding import CALL, Fit
from grader.model.submission_survey import Definition, Parameter, Parameters, Survey
from grader.testing.roles import Contract, Reading, Role
from grader.wire.binding_expressions import BindingError, names_in, parse

_MOST_CALLS = 8
"""Calls that are read of one function or method,"""
_MOST_OTHERS = 6
"""of one whose name says nothing: three parameters have as many orders,"""
_MOST_NAMES = 12
"""and functions, methods and classes that are read for one role."""

_PLAIN_DEFAULT = re.compile(r"True|False|None|-?[\d.]+")


@dataclass(frozen=True, slots=True)
class Candidate:
    """A way to call a submission for a role.

    Attributes:
        name: of the submission's function or class.
        call: the text of the call; empty if there is none.
        usual: whether its name is a usual one, and not only like one.
        problem: why there is no call, as a clause about the function.
        method: that is called, where the name is a class's.
    """

    name: str
    call: str = ""
    usual: bool = True
    problem: str = ""
    method: str = ""


class CandidateFinder:
    """Finds ways in which a submission may be called for the roles of a contract."""

    def __init__(self, contract: Contract, unwritten: Collection[str] = ()) -> None:
        self._contract = contract
        self._words = {word: re.compile(names) for word, names in contract.words.items()}
        self.unwritten = unwritten

    def read(self, reading: Reading, named_for: Mapping[str, str]) -> list[Candidate]:
        """Return ways to call a submission for the role that is read, likeliest first.

        Beside :meth:`candidates`, other roles' functions that may do this as well.

        Args:
            named_for: functions that fill earlier roles by their names; their names say so.
        """
        role, fits = reading.role, reading.fits
        found = self.candidates(reading)
        if not any(one.call for one in found):
            found += self.candidates_of_others(reading)
        whole = fits.get(role.part_of)
        if whole is not None:  # what is switched on there
            (part_of,) = (one for one in self._contract.roles if one.name == role.part_of)
            of_whole = replace(reading, role=part_of)
            plain = {one.call for one in self.candidates_for_all(of_whole, whole.name)}
            parts = self.candidates_for_all(reading, whole.name, usual=False)
            found += [one for one in parts if one.call and one.call not in plain]
            always = role.uses and uses_name_like(reading.survey, whole.name, role.uses)
            if always and not any(one.call for one in found):
                found.append(Candidate(whole.name, str(whole.how[CALL]), usual=False))
            if part_of.first and re.fullmatch(part_of.first, normalise_name(whole.name)):
                # Its name says that it is only a part, so that others may do both.
                rest = self.candidates(of_whole)
                found += [replace(one, usual=False) for one in rest if one.name != whole.name]
        taken = {name for name in named_for.values() if not is_class(reading.survey, name)}
        taken -= {fit.name for fit in (*_fits_for_others(reading), whole) if fit is not None}
        return [one for one in found if one.usual or one.name not in taken]

    def candidates(self, reading: Reading) -> list[Candidate]:
        """Return ways to call definitions whose names are usual for the role, or similar."""
        named = itertools.islice(self._named(reading.role, reading), _MOST_NAMES)
        found = [
            one for name, method, usual in named for one in self.of(reading, name, method, usual)
        ]
        extra: dict[str, int] = {}
        for one in found:
            words = self._extra_words(one, reading.role)
            extra[one.name] = min(words, extra.get(one.name, words))
        # What is there comes before what would have to be made first, and a function before the
        # method of a class that uses it. An object comes after its class: a new object can be given
        # more arguments. Of names that are only like the usual ones, those come first that take no
        # more than the role has, and what others call last.
        return sorted(
            found,
            key=lambda one: (
                one.name in self.unwritten,
                reading.survey.objects.get(one.name) in extra,
                self._passes_on(one, found, reading),
                _calls_returned_object(one, reading),
                not one.usual,
                not one.usual and bool(callers(one.name, found, reading.survey)),
                not one.usual and extra[one.name],
            ),
        )

    def _passes_on(self, one: Candidate, found: Sequence[Candidate], reading: Reading) -> bool:
        """Return whether ``one`` is a method called like the role of a class that uses another."""
        usual = {normalise_name(method) for method in reading.role.methods}
        if not one.method or normalise_name(one.method) in usual:
            return False
        reached = {*names_reached_from(reading.survey, one.name)}
        return any(other.name in reached for other in found if other.call and not other.method)

    def others(self, reading: Reading, passed_over: Collection[str]) -> list[Candidate]:
        """Return ways to call every function and method whose name is not in ``passed_over``."""
        survey = reading.survey
        found: list[Candidate] = []
        for name, one in survey.definitions.items():
            for method in one.methods if one.kind == "class" else ("",):
                if name not in passed_over and f"{name}.{method}" not in passed_over:
                    found += self.of(reading, name, method, usual=False)[:_MOST_OTHERS]
        return [one for one in found if one.call]

    def of(
        self, reading: Reading, name: str, method: str = "", usual: bool = True
    ) -> list[Candidate]:
        """Return ways to call the function ``name``, or the ``method`` of the class ``name``."""
        one = reading.survey.definitions[name]
        if not method:
            calls, problem = self._calls(name, one.parameters, reading)
            calls = [each for call in calls for each in self._made_and_called(call, reading)]
        else:
            owners, problem = self._calls(name, one.parameters, reading, made=True)
            owners = list(self._contract.objects(name, owners, reading)) or owners
            owners = owners or ([] if reading.role.takes else [name])  # it may need no object
            calls = []
            for owner in owners:
                target = owner if method == "__call__" else f"{owner}.{method}"
                more, why = self._calls(target, one.methods[method], reading)
                calls += more
                problem = problem or why
        # What a submission makes of its names and boards may be more than a binding can say.
        fitting = [call for call in calls if _is_call(call) and self._is_told(call, reading.role)]
        if calls and not fitting and not problem:
            needs = reading.role.needs or {*reading.role.takes[:1]}
            problem = f"it takes no {' or '.join(sorted(needs))}"
        if fitting:
            return [Candidate(name, call, usual, "", method) for call in fitting[:_MOST_CALLS]]
        return [Candidate(name, "", usual, problem or "nobody knows how it is called", method)]

    def candidates_of_others(self, reading: Reading) -> list[Candidate]:
        """Return ways to call the functions for other roles that may do this one as well."""
        return [
            one
            for other in _fits_for_others(reading)
            for one in self.candidates_for_all(reading, other.name, usual=False)
            if one.call
        ]

    def candidates_by_code(self, reading: Reading) -> list[Candidate]:
        """Return ways to call functions whose code, not their names, says that they do the role.

        The role may be done by the function for another role as well. Left out is what that
        function uses, what is named for some role, and what needs more arguments than it. A
        function that another one found here uses is left out, too.
        """
        role, survey = reading.role, reading.survey
        whole = reading.fits.get(role.part_of)
        if whole is None or not role.uses:
            return []
        belongs = {*names_reached_from(survey, whole.name)}
        belongs |= {fit.name for fit in reading.fits.values()}
        told = {*role.takes, *names_in(parse(str(whole.how[CALL]))[0])}
        named = {
            name
            for one in self._contract.roles
            if one.name != role.part_of
            for name, _, _ in self._named(one, reading)
        }
        found = [
            name
            for name, one in survey.definitions.items()
            if one.kind == "function"
            and name not in belongs | named
            and whole.name not in one.mentions
            and uses_name_like(survey, name, role.uses)
        ]
        return [
            call
            for name in outermost(survey, found)
            for call in self.of(reading, name, usual=False)
            if call.call and {*names_in(parse(call.call)[0])} & {*self._words} <= told
        ]

    def candidates_for_all(
        self, reading: Reading, name: str, usual: bool = True
    ) -> list[Candidate]:
        """Return ways to call a function, or a class's methods: with usual names, or else all."""
        one, role = reading.survey.definitions[name], reading.role
        if one.kind != "class":
            return self.of(reading, name, "", usual)
        named = {normalise_name(each) for each in (*role.methods, role.name, *role.names)}
        methods = [method for method in one.methods if normalise_name(method) in named] or [
            *one.methods
        ]
        return [each for method in methods for each in self.of(reading, name, method, usual)]

    def _made_and_called(self, call: str, reading: Reading) -> list[str]:
        """Return ``call``, or calls of what it returns if it lacks the role's argument."""
        words = reading.role.takes[:2]
        if not _is_call(call) or not words or words[0] in names_in(parse(call)[0]):
            return [call]
        given = (*map(Parameter, words),)
        found = [one for some in (given, given[:1]) for one in self._calls(call, some, reading)[0]]
        # A state says whose turn it is, so that nothing else has to be passed.
        return [one for one in found if _is_call(one) and {*words} <= {*names_in(parse(one)[0])}]

    def _is_told(self, call: str, role: Role) -> bool:
        """Return whether ``call`` says what it is about, and what the role has to be told."""
        used = {*names_in(parse(call)[0])}
        about = role.takes[:1]
        return used.issuperset(about) and (not role.needs or bool(role.needs & used))

    def _extra_words(self, one: Candidate, role: Role) -> int:
        """Return how many words of the contract a call uses beyond what the role takes."""
        used = {*names_in(parse(one.call)[0])} if one.call else set()
        return len((used & {*self._words}) - {*role.takes})

    def _named(self, role: Role, reading: Reading) -> Iterator[tuple[str, str, bool]]:
        """Yield names that suit ``role``: a function or class, a method, whether it is usual."""
        usual = {
            normalise_name(name): number for number, name in enumerate((role.name, *role.names))
        }
        methods = {normalise_name(name): number for number, name in enumerate(role.methods)}
        ranked: list[tuple[tuple[int, ...], str, str]] = []
        defaults = {*self._defaults(role.passed_as, reading.survey)}
        for number, (name, one) in enumerate(reading.survey.definitions.items()):
            rank = self._rank(name, role, usual)
            rank = (0, len(usual)) if rank is None and name in defaults else rank
            if one.kind != "class":
                if rank is not None:
                    private = name.startswith("_")  # and meant for what calls it
                    first = max(rank[0], int(private))
                    ranked.append(((first, rank[1], int(private), -number), name, ""))
                continue
            playing = [each for each in one.methods if normalise_name(each) in methods]
            for method in one.methods:
                own = self._rank(method, role, usual)
                if rank is not None and method in playing:
                    ranked.append(
                        ((*rank, 1 + methods[normalise_name(method)], -number), name, method)
                    )
                elif own is not None and not self.is_unlike(name, role):
                    # Where the class is called so, too, this may be a part of what it does.
                    after = len(methods) if rank is not None and playing else 0
                    after += method.startswith("__")  # what has a name of its own is meant first
                    ranked.append(((own[0], own[1], 1 + after, -number), name, method))
        # What is not written yet comes last, and counts if there is nothing else.
        for place, name, method in sorted(ranked, key=lambda one: (one[1] in self.unwritten, one)):
            yield name, method, place[0] == 0

    def _defaults(self, word: str, survey: Survey) -> Iterator[str]:
        """Yield the defaults of parameters that mean ``word``; none if that is empty."""
        for one in survey.definitions.values() if word else ():
            for listed in (one.parameters, *one.methods.values()):
                yield from (
                    each.default for each in listed or () if self.word_of(each.name) == word
                )

    def _rank(self, name: str, role: Role, usual: dict[str, int]) -> tuple[int, int] | None:
        short = normalise_name(name)
        like = role.like and re.fullmatch(role.like, short) and not self.is_unlike(name, role)
        first = role.first and re.fullmatch(role.first, short)
        if short in usual:
            return 0, usual[short] - (len(usual) + 1 if first else 0)
        return (0, -1) if like and first else (1, 0) if like else None

    def is_unlike(self, name: str, role: Role) -> bool:
        """Return whether ``name`` says that something else than ``role`` is meant."""
        return bool(role.unlike) and re.fullmatch(role.unlike, normalise_name(name)) is not None

    def names_another(self, name: str, role: Role) -> bool:
        """Return whether ``name`` is usual for a role that names alone tell, and not for ``role``.

        Of functions for roles that are parts of others, or that others do as well, they do not.
        """
        by_name = [
            one for one in self._contract.roles if not (one.by_answers or one.also or one.part_of)
        ]
        usual = {each for one in by_name for each in (one.name, *one.names)}
        names = {*map(normalise_name, usual)} - {*map(normalise_name, (role.name, *role.names))}
        return normalise_name(name) in names

    def is_variant(self, name: str, role: Role) -> bool:
        """Return whether ``name`` is like those of ``role``, but says that another is meant."""
        like = bool(role.like) and re.fullmatch(role.like, normalise_name(name)) is not None
        return like and self.is_unlike(name, role)

    def _calls(
        self, target: str, parameters: Parameters | None, reading: Reading, *, made: bool = False
    ) -> tuple[list[str], str]:
        """Return calls of ``target``, and a clause that says why if there are none.

        Args:
            made: whether it is a class of which an object is made.
        """
        if parameters is None:
            return [], "its parameters are not known"
        listed = [each for each in parameters if not each.kind.startswith("VAR_")]
        passes = [self._passed(each, listed, reading, made=made) for each in listed]
        used = " ".join([target.partition("(")[2], *(one for passed in passes for one in passed)])
        spare = [word for word in reading.role.takes if word not in used] if not made else []
        unknown = [
            number for number, each in enumerate(listed) if each.required and not passes[number]
        ]
        if len(unknown) > len(spare):
            name = listed[unknown[len(spare)]].name
            return [], f"nobody knows what to pass for its parameter {name}"
        found: list[str] = []
        for words in itertools.permutations(spare[: len(unknown)]):  # in the role's order first
            known = [*passes]
            for number, word in zip(unknown, words, strict=True):
                known[number] = [word]
            parts = list(_arguments(listed, known))
            calls = itertools.islice(itertools.product(*parts), _MOST_CALLS)
            found += [f"{target}({', '.join(arguments)})" for arguments in calls]
        return found[:_MOST_CALLS], ""

    def unknown_switches(self, reading: Reading, name: str) -> list[str]:
        """Return the parameters of ``name`` with a plain default whose purpose is unknown."""
        one = reading.survey.definitions[name]
        listed = parameters_of(one)
        return [
            each.name
            for each in listed
            if _PLAIN_DEFAULT.fullmatch(each.default) and not self.meanings(each, listed, reading)
        ]

    def _passed(
        self, parameter: Parameter, others: Sequence[Parameter], reading: Reading, *, made: bool
    ) -> list[str]:
        """Return the values to try for ``parameter``, likeliest first; nothing to leave it out."""
        words = self.meanings(parameter, others, reading)
        if not parameter.required and not (made or {*words} & {*reading.role.sets}):
            return []
        found: list[str] = []
        for word in words:
            found += self._contract.expressed(word, parameter, reading)
        return list(dict.fromkeys(found))

    def meanings(
        self, parameter: Parameter, others: Sequence[Parameter], reading: Reading
    ) -> list[str]:
        """Return the contract's words that ``parameter`` may mean, likeliest first."""
        said = self._contract.meaning(parameter, others, reading)
        if said is not None:
            return [*said]
        word = self.word_of(parameter.name)
        return [word] if word else []

    def word_of(self, name: str) -> str:
        """Return the word that a parameter called ``name`` means; empty if it is unknown."""
        found = (word for word, names in self._words.items() if names.fullmatch(name.lower()))
        return next(found, "")


def _arguments(
    parameters: Sequence[Parameter], passes: Sequence[Sequence[str]]
) -> Iterator[list[str]]:
    """Yield the values to try for each of ``parameters`` that is passed, named where need be."""
    by_name = False
    for parameter, passed in zip(parameters, passes, strict=True):
        if not passed:
            by_name = True
            continue
        named = by_name or parameter.kind == "KEYWORD_ONLY"
        yield [f"{parameter.name}={one}" if named else one for one in passed]


def callers(name: str, among: Iterable[Candidate], survey: Survey) -> list[str]:
    """Return the definitions in ``among`` whose code uses ``name``, which does not use theirs."""
    used = survey.definitions[name].mentions
    return [
        other
        for other in dict.fromkeys(one.name for one in among if one.call)
        if other != name and name in survey.definitions[other].mentions and other not in used
    ]


def is_class(survey: Survey, name: str) -> bool:
    """Return whether the definition ``name`` is a class, whose methods may fill several roles."""
    one = survey.definitions.get(name)
    return one is not None and one.kind == "class"


def _fits_for_others(reading: Reading) -> list[Fit]:
    """Return what fills other roles and may fill the one that is read as well."""
    return [fit for name in reading.role.also if (fit := reading.fits.get(name)) is not None]


def parameters_of(one: Definition) -> list[Parameter]:
    """Return the parameters of a function, or of a class and all of its methods."""
    return [each for listed in (one.parameters, *one.methods.values()) for each in listed or ()]


def _calls_returned_object(one: Candidate, reading: Reading) -> bool:
    """Return whether ``one`` calls what a function of theirs returned: ``make()(board)``."""
    return reading.survey.definitions[one.name].kind != "class" and ")(" in one.call


def _is_call(text: str) -> bool:
    try:
        parse(text)
    except BindingError:
        return False
    return True


def names_reached_from(survey: Survey, name: str, besides: Collection[str] = ()) -> list[str]:
    """Return ``name`` and the definitions that its code uses, directly or through others.

    Those ``besides``, and what only they use, are left out.
    """
    reached, left = dict.fromkeys([name]), [name]
    while left:
        one = survey.definitions.get(left.pop())
        for used in one.mentions if one is not None else ():
            if used in survey.definitions and used not in reached and used not in besides:
                reached[used] = None
                left.append(used)
    return [*reached]


def outermost(survey: Survey, names: Collection[str]) -> list[str]:
    """Return those of ``names`` that the code of no other one uses."""
    reached = [(name, part) for name in names for part in names_reached_from(survey, name)]
    parts = {part for name, part in reached if part != name}
    return [name for name in names if name not in parts]


def uses_name_like(survey: Survey, name: str, pattern: str) -> bool:
    """Return whether the code of ``name``, or what it uses, mentions ``pattern``."""
    reached = names_reached_from(survey, name)
    used = (each for one in reached for each in survey.definitions[one].mentions)
    return any(re.search(pattern, normalise_name(each)) for each in used)


def _names(parameters: Parameters | None) -> list[str]:
    return [parameter.name for parameter in parameters or ()]


def format_signature(name: str, reading: Reading) -> str:
    """Return the signature of the definition ``name``, as it is written in a program."""
    one = reading.survey.definitions[name]
    return f"{name}({', '.join(_names(one.parameters))})"
