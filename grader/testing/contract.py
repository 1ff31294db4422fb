"""Roles: what a submission has to be able to do, whatever its functions are called.

An assignment's module of roles lists them as ``ROLES``. Hidden tests call a role by its name, with
canonical arguments, and get a canonical answer. Which function of a submission fills it, and in
what convention, is found out for each submission by asking it :class:`Probe` questions.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from grader.model.contract import Convention

__all__ = ["READABLE", "RIGHT", "SURELY", "UNFIT", "Convention", "Probe", "Role"]

UNFIT, READABLE, RIGHT = 0, 1, 2
"""How an answer to a probe fits: not at all, as an answer that is wrong, as the right one."""
SURELY = "surely"
"""Key of a convention that counts only if all answers are right in it."""


def _always(_: Convention) -> bool:
    return True


@dataclass(frozen=True, slots=True)
class Probe:
    """A question with a known answer.

    Attributes:
        args: canonical arguments; plain data.
        fits: says of a canonical answer whether it is ``UNFIT``, ``READABLE`` or ``RIGHT``. It is
            given whatever a submission may answer. If that makes it raise ``TypeError``,
            ``ValueError``, ``LookupError``, ``AttributeError`` or ``ArithmeticError``, the answer
            is unfit.
        suits: whether what is called in a convention is expected to answer it. What need not is
            passed over, and counts as readable.
    """

    args: tuple[Any, ...]
    fits: Callable[[Any], int]
    suits: Callable[[Convention], bool] = _always


def _alike(_: Convention) -> int:
    return 0


def _never(_: Convention) -> bool:
    return False


def _no_narrower(_: Convention) -> None:
    return None


def _none_shown(_: Convention, __: Mapping[str, Convention]) -> Iterable[Convention]:
    return ()


def _none_written(_: Convention) -> Mapping[str, Convention]:
    return {}


@dataclass(frozen=True, slots=True)
class Role:
    """A role that some function or class of a submission fills.

    Attributes:
        name: by which hidden tests call it.
        names: usual names of what fills it, most specific first.
        like: a regular expression for further names, in small letters and without underscores; what
            has such a name fills the role if it convinces.
        conventions: in which it may be called, most usual first. It is given the conventions of
            the roles before it that have been found, so that all of them agree, and as ``function``
            what fills them.
        trials: questions with known answers, a cheap one that tells conventions apart first. The
            reference has to answer all of them within a few hundredths of a second.
        words: a convention in words, for the report; empty for that of the template.
        by_behaviour: whether every function of a submission is tried if none has a usual name.
        part_of: the role whose function may do this as well, as an option or always. If that is
            found and this is not, a person has to look.
        traces: a regular expression for what code says, in whatever letters, if a function of
            ``part_of`` may do this as well. If it is found nowhere, nobody has to look.
        within: in which conventions it is that function which does this, if all its answers are
            right; then nobody has to look.
        whole: whether the first convention, if answers can be read in it, gives way only to one in
            which all answers are right: where a mistake looks like another point of view.
        shown_by: roles whose answers show what form the arguments of this one have. If functions
            fill some of them, and none of these gives a right answer, and one gives none that can
            be read, then this role's tests that fail are for a person.
        also: the role whose function is tried, in conventions that are preferred, if nothing is
            found that is called in one of these; it has to answer all trials right.
        methods: usual names of methods that do this, most usual first, if a class fills the role.
            A convention in which ``call`` is ``"*"`` stands for one with each of these that the
            class has.
        any_method: whether methods with other names are tried as well.
        prefers: how well a convention suits what tests ask; a function that suits better comes
            before one that has answered better. Of a function that suits less than the best,
            failing tests are for a person.
        narrower: of a convention the one for what does only a part of what is asked, if there is
            one. It is followed where more than half of the trials that suit it are answered right,
            and of the others none is, and some cannot be read.
        shown_later: of a convention the ones that agree better with what has been found since,
            which is given as to ``conventions``. One of them is followed instead, also by later
            roles, if the function answers as well in it, as one does that takes discs of any kind.
        written: of a convention other ones, each by a regular expression for what code says, in
            whatever letters, that is written in it. They are followed in the same way.
    """

    name: str
    names: Sequence[str]
    conventions: Callable[[Mapping[str, Convention]], Iterable[Convention]]
    trials: Sequence[Probe]
    words: Callable[[Convention], str]
    by_behaviour: bool = True
    part_of: str = ""
    traces: str = ""
    shown_by: Sequence[str] = ()
    whole: bool = False
    also: str = ""
    methods: Sequence[str] = ()
    any_method: bool = False
    prefers: Callable[[Convention], int] = _alike
    like: str = ""
    within: Callable[[Convention], bool] = _never
    narrower: Callable[[Convention], Convention | None] = _no_narrower
    shown_later: Callable[[Convention, Mapping[str, Convention]], Iterable[Convention]] = (
        _none_shown
    )
    written: Callable[[Convention], Mapping[str, Convention]] = _none_written
