"""Defines the roles that functions of a submission have to fill, whatever they are called.

An assignment's module of roles defines ``CONTRACT``. Hidden tests call a role by its name, with
canonical arguments, and get a canonical answer. How a submission is called for it, its **binding**,
is read from names and parameters once for each submission, and confirmed by a few known answers.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from grader.model.role_binding import Edition, Fit
from grader.model.submission_survey import Parameter, Survey

__all__ = ["Contract", "Edition", "Fit", "Known", "Parameter", "Reading", "Role", "Survey"]


@dataclass(frozen=True, slots=True)
class Known:
    """A question with a known answer, by which a binding is confirmed.

    Attributes:
        args: canonical arguments; plain data.
        right: says of a canonical answer whether it is the right one. It is given whatever a
            submission may answer; what it raises because of that means that it is not.
        common: whether a design that does only a part of what is asked answers it, too.
        answer: the right answer, or words for it, shown to a person who tries a binding; ``None``
            if there is nothing to show. ``right`` alone decides.
    """

    args: tuple[Any, ...]
    right: Callable[[Any], bool]
    common: bool = True
    answer: Any = None


@dataclass(frozen=True, slots=True)
class Role:
    """A role that some function or class of a submission fills.

    Attributes:
        name: by which hidden tests call it.
        takes: the words of its canonical arguments, in order. One of them that nothing else is
            passed for is what a required parameter with an unknown name means.
        names: usual names of what fills it, most usual first; underscores and capitals make no
            difference.
        like: a regular expression for further names, in small letters and without underscores.
        unlike: the same for names that say that something else is meant; usual names excepted.
        methods: usual names of methods by which objects do it, beside ``names``.
        passed_as: a word; a function that is the default of a parameter for it has a usual name.
        needs: words of which a call has to use at least one, if there are any.
        sets: words that are passed wherever there is a parameter for them, in spite of defaults.
        known: questions with known answers, cheap ones first; a dozen at most.
        chance: how likely a right answer is by chance.
        by_answers: whether a function with another name fills it that answers everything right, if
            it is the only one.
        also: roles whose functions are asked for this one as well, if nothing else is found.
        first: a regular expression for names that come before usual ones, in small letters and
            without underscores.
        part_of: a role whose function may do this as well without saying so. Where that is bound,
            this is not, and a name or parameter looks like ``traces``, a person has to look.
        traces: a regular expression for names, in small letters and without underscores.
        uses: the same for names that the code of that other function uses where it always does
            this as well, so that it is taken for this role if nothing else is.
        relies_on: the same for names of which the code of every function for it uses one: what uses
            none is not taken for it where no function is named for it.
        calls: roles whose functions code in a cell may call, which may be the whole answer: if
            a cell does, and holds what looks like ``in_cells``, and nothing fills this role, a
            person has to look.
        in_cells: a regular expression for the code of that cell, whatever its capitals.
    """

    name: str
    takes: Sequence[str] = ()
    names: Sequence[str] = ()
    like: str = ""
    unlike: str = ""
    methods: Sequence[str] = ()
    passed_as: str = ""
    needs: frozenset[str] = frozenset()
    sets: frozenset[str] = frozenset()
    known: Sequence[Known] = ()
    chance: float = 0.0
    by_answers: bool = False
    also: Sequence[str] = ()
    first: str = ""
    part_of: str = ""
    traces: str = ""
    uses: str = ""
    relies_on: str = ""
    calls: Sequence[str] = ()
    in_cells: str = ""


@dataclass(frozen=True, slots=True)
class Reading:
    """The context in which a role is read: the survey, and what fills earlier roles.

    Attributes:
        fits: what fills earlier roles.
        edition: how it writes values.
    """

    role: Role
    survey: Survey
    edition: Edition
    fits: Mapping[str, Fit]


Ask = Callable[[str, str, Edition], Any]
"""Asks a submission: for a role, by the text of a call, in an edition, without arguments. Returns a
plain description of the answer as the adapter gives it, and ``None`` if there is none."""


def _one_edition(_: Survey, __: Ask, ___: Mapping[str, Sequence[str]]) -> Iterable[Edition]:
    return ({},)


def _by_name(_: Parameter, __: Sequence[Parameter], ___: Reading) -> None:
    return None


def _by_word(word: str, _: Parameter, __: Reading) -> Sequence[str]:
    return (word,)


@dataclass(frozen=True, slots=True)
class Contract:
    """The roles of an assignment, and how submissions are read for them.

    Attributes:
        roles: in the order in which they are read; a role may rely on earlier ones.
        words: by word a regular expression for the names of parameters that mean it; the first
            that fits counts.
        meaning: of a parameter and the others of its call, the words that it may mean, likeliest
            first, where ``words`` is not enough; ``None`` for what ``words`` says.
        expressed: what may be passed for a word: expressions, likeliest first; none if nothing can.
        objects: expressions of objects of a class, likeliest first, by its name and the expressions
            by which it can be made.
        editions: ways in which the submission may write values, likeliest first: it is given what
            it defines, an :data:`Ask`, and by role calls that may fill it. The one in which
            ``telling`` roles answer most questions right counts.
        telling: names of those roles.
        deciding: further ones, which are asked where these answer as much right in several
            editions: searches see who is whose opponent.
        helpers: names of functions of the adapter's that calls may use.
        settled: the edition after a role has been bound, for the roles that come later.
    """

    roles: Sequence[Role]
    words: Mapping[str, str] = field(default_factory=dict)
    meaning: Callable[[Parameter, Sequence[Parameter], Reading], Sequence[str] | None] = _by_name
    expressed: Callable[[str, Parameter, Reading], Sequence[str]] = _by_word
    objects: Callable[[str, Sequence[str], Reading], Sequence[str]] = lambda _, made, __: made
    editions: Callable[[Survey, Ask, Mapping[str, Sequence[str]]], Iterable[Edition]] = _one_edition
    telling: Sequence[str] = ()
    deciding: Sequence[str] = ()
    helpers: Sequence[str] = ()
    settled: Callable[[Edition, Role, Fit], Edition] = lambda edition, _, __: edition
