"""Reads, writes and checks ``NAME.bindings.toml``, which says what to call for each role.

``alice.bindings.toml`` says it of ``alice.py`` beside it. Each key is a role of the assignment, and
each value a binding, or the name of a function::

    search = "MinimaxAgent(depth).choose_action(board, player) -> (value, column)"
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from grader.assignment import Assignment
from grader.examine.check_bindings import UnknownRole, check_bindings
from grader.examine.load_contract import load_contract
from grader.intake.intake_errors import printable_name
from grader.model.escape import escape_invisible, escape_to_one_line
from grader.model.formatting import format_some_names
from grader.model.role_binding import RoleResult
from grader.model.submission_survey import Definition, Parameters, Survey
from grader.model.user_error import UsageError
from grader.render.role_sentences import describe_confirmation
from grader.render.syntax_error_caret import draw_caret
from grader.wire.binding_expressions import LONGEST, BindingError, names_in, parse

ENDING = ".bindings.toml"

_LARGEST = 256 << 10
"""Bytes of a file."""
_CANDIDATES = 12
"""Bindings of an open role that are written down,"""
_UNUSED = 60
"""and functions and methods that no role uses."""
_NOTE = 600
"""Characters of a reason."""


class BindingsError(UsageError):
    """A file of bindings that cannot be used; the message is safe to print."""


def bindings_path(submission: Path) -> Path:
    """Return the path at which the bindings of ``submission`` are looked for."""
    named = submission if submission.name else submission.absolute()
    return named.with_name(f"{named.name if named.is_dir() else named.stem}{ENDING}")


def read_bindings(path: Path, assignment: Assignment) -> dict[str, str]:
    """Return the bindings by role that the file ``path`` holds.

    Raises:
        BindingsError: if it cannot be read, or if something in it cannot be right.
    """
    try:
        with path.open("rb") as file:
            content = file.read(_LARGEST + 1)
        if len(content) > _LARGEST:
            raise BindingsError(f"{printable_name(path)} has more than {_LARGEST >> 10} KiB.")
        table = tomllib.loads(content.decode("utf-8-sig"))
    except OSError as problem:
        raise BindingsError(f"{printable_name(path)} cannot be read: {problem.strerror}.") from None
    except (UnicodeDecodeError, tomllib.TOMLDecodeError, RecursionError) as problem:
        reason = escape_to_one_line(str(problem)) or "it is nested too deeply"
        raise BindingsError(f"{printable_name(path)} is not TOML in UTF-8: {reason}.") from None
    for role, binding in table.items():
        if not isinstance(binding, str):
            raise BindingsError(
                f"{printable_name(path)}: {escape_to_one_line(role, 60)} has to be a text: "
                f'{escape_to_one_line(role, 60)} = "…"'
            )
    try:
        check_bindings(table, load_contract(assignment)[0].roles)
    except UnknownRole as problem:
        raise BindingsError(f"{printable_name(path)}: {problem}") from None
    return table


def bindings_text(name: str, assignment: str, roles: Sequence[RoleResult], survey: Survey) -> str:
    """Return the text of a file of bindings, with open roles in comments.

    Args:
        name: of the submission.
        assignment: its id.
        survey: what the submission defines.
    """
    return "\n".join(_lines(name, assignment, roles, survey)) + "\n"


def _lines(
    name: str, assignment: str, roles: Sequence[RoleResult], survey: Survey
) -> Iterator[str]:
    yield (
        f"# How {escape_to_one_line(name)} is called for the roles of "
        f"{escape_to_one_line(assignment)}."
    )
    yield f"# `grade run` reads this beside the submission, as NAME{ENDING}."
    yield "# Lines that begin with # are ignored. Remove the # from a line that is right."
    yield ""
    for role in roles:
        if role.settled:
            yield f"{role.role} = {quote_for_toml(role.binding)}  # {describe_confirmation(role)}"
    for role in roles:
        if not role.settled:
            yield ""
            yield from _unsettled(role, survey)
    if unused := list(_list_unused_definitions(roles, survey)):
        yield ""
        yield "# Used for no role:"
        yield from (f"#   {escape_to_one_line(each)}" for each in unused[:_UNUSED])
        if len(unused) > _UNUSED:
            yield f"#   and {len(unused) - _UNUSED} more"


def _unsettled(role: RoleResult, survey: Survey) -> Iterator[str]:
    if role.open:
        yield f"# {role.role} is open. {escape_to_one_line(role.note, _NOTE)}"
    elif role.note:
        yield f"# {role.role}: {escape_to_one_line(role.note, _NOTE)}"
    else:
        names = escape_to_one_line(format_some_names(role.names, 6), _NOTE)
        yield f"# {role.role}: nothing was found. Names that were looked for: {names}."
    for line in [*_suggest_lines(role, survey)][:_CANDIDATES] or [""]:
        yield f"# {role.role} = {quote_for_toml(line)}"


def _suggest_lines(role: RoleResult, survey: Survey) -> Iterator[str]:
    """Yield bindings that may settle ``role``; for a mere name, its possible calls."""
    for line in role.candidates:
        if line in survey.definitions:
            yield from _signatures(line, survey.definitions[line])
        else:
            yield line


def _list_unused_definitions(roles: Iterable[RoleResult], survey: Survey) -> Iterator[str]:
    """Yield the signatures of functions and methods that no binding uses."""
    used: set[str] = set()
    for role in roles:
        for line in (role.binding, *role.candidates):
            used |= _named_in(line)
    for name, one in survey.definitions.items():
        if name not in used:
            yield from _signatures(name, one)


def _named_in(line: str) -> set[str]:
    try:
        return set(names_in(parse(line)[0]))
    except BindingError:
        return set()


def _signatures(name: str, one: Definition) -> Iterator[str]:
    made = f"{name}({_parameters(one.parameters)})"
    if not one.methods:
        yield made
    for method, parameters in one.methods.items():
        call = "" if method == "__call__" else f".{method}"
        yield f"{made}{call}({_parameters(parameters)})"


def _parameters(listed: Parameters | None) -> str:
    if listed is None:
        return "…"
    stars = {"VAR_POSITIONAL": "*", "VAR_KEYWORD": "**"}
    return ", ".join(
        f"{stars[each.kind]}{each.name}"
        if each.kind in stars
        else f"{each.name}{'' if each.required else '=…'}"
        for each in listed
    )


_ESCAPED: Mapping[str, str] = {'"': '\\"', "\\": "\\\\"}


def quote_for_toml(line: str) -> str:
    """Return ``line`` as a TOML string that is safe to display."""
    # Inside a line, too, a runner of continuous integration obeys "##[".
    return f'"{"".join(map(_character, line))}"'.replace("##", "#\\u0023")


def _character(char: str) -> str:
    if char in _ESCAPED:
        return _ESCAPED[char]
    if char.isprintable() and escape_invisible(char) == char:
        return char
    code = ord(char)
    return f"\\u{code:04x}" if code < 1 << 16 else f"\\U{code:08x}"


__all__ = ["LONGEST", "BindingFault", "find_binding_fault", "names_in_binding"]


@dataclass(frozen=True, slots=True)
class BindingFault:
    """The reason why a line is no valid binding, with the position of the mistake.

    Attributes:
        sentence: what is wrong.
        shown: the line, with a caret on the line below.
        position: of the character that is wrong, from 0.
    """

    sentence: str
    shown: str
    position: int


def find_binding_fault(line: str) -> BindingFault | None:
    """Return the fault of ``line``; ``None`` if it is a valid binding or empty."""
    text = line.strip()
    if not text:
        return None
    try:
        parse(text)
    except BindingError as problem:
        sentence = f"{problem.problem[:1].upper()}{problem.problem[1:]}."
        return BindingFault(
            sentence, draw_caret(problem.text, problem.position, ""), problem.position
        )
    return None


def names_in_binding(line: str) -> set[str]:
    """Return the names in a line; none if it is no valid binding."""
    try:
        return set(names_in(parse(line)[0]))
    except BindingError:
        return set()
