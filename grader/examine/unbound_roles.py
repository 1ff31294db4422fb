"""Explains why nothing fills a role: the code lacks it, or another function or a cell may do it."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from grader.examine.role_candidates import CandidateFinder, is_class, names_reached_from
from grader.examine.similar_names import normalise_name
from grader.model.escape import escape_to_one_line
from grader.model.role_binding import CALL, Fit
from grader.model.submission import Cell
from grader.testing.role_contract import Reading

_AS_WELL = "The function for {} may do this, too. Settle the binding of that role first."
_WITHIN = "{} may do this within {}."
_BESIDE = "{} may do this, but {} does not use it."
_SWITCH = "{} may do this where {} says so."
_IN_CELL = "{} calls {} outside of any function, which may be the answer: a person has to look."
_OPENS = ("def ", "async def ", "class ", "@")
"""A line that begins so opens a definition, whose indented lines do not run at once."""


@dataclass(frozen=True, slots=True)
class UnboundRoleClue:
    """A clue to what may fill an unbound role: why a person has to look, and a binding to offer."""

    reason: str
    line: str = ""


def find_trace(
    reading: Reading, reader: CandidateFinder, cells: Sequence[Cell], open_roles: Collection[str]
) -> UnboundRoleClue | None:
    """Return a clue to what may fill the role that is read, which no function is named for.

    Args:
        reading: the role, and what fills earlier ones.
        cells: of the submission.
        open_roles: earlier roles that a person has to settle.

    Returns:
        ``None`` if the code does not contain it.
    """
    role, fits = reading.role, reading.fits
    unread = [name for name in role.also if name in open_roles]
    if role.part_of in open_roles and _definitions_named_like(reading, role.traces):
        unread.append(role.part_of)
    if unread and not any(name in fits for name in role.also):
        return UnboundRoleClue(_AS_WELL.format(" or ".join(unread)))
    whole = fits.get(role.part_of)
    if whole is not None and whole.name not in reader.unwritten:
        within = names_reached_from(reading.survey, whole.name)
        reached = (names_reached_from(reading.survey, fit.name) for fit in fits.values())
        elsewhere = {name for names in reached for name in names}.difference(within)
        like = _definitions_named_like(reading, role.traces)
        if found := [one for one in like if one not in elsewhere or is_class(reading.survey, one)]:
            sentence = _WITHIN if {*found[:3]} & {*within} else _BESIDE
            return UnboundRoleClue(
                sentence.format(" and ".join(found[:3]), whole.name), whole.binding
            )
        if switches := reader.unknown_switches(reading, whole.name):
            reason = _SWITCH.format(whole.name, switches[0])
            return UnboundRoleClue(reason, _binding_with_switch_set(reading, whole, switches[0]))
    return _clue_in_cells(reading, cells)


def _binding_with_switch_set(reading: Reading, fit: Fit, switch: str) -> str:
    """Return the binding of ``fit`` with an argument added that sets its parameter ``switch``."""
    one = reading.survey.definitions[fit.name]
    default = {each.name: each.default for each in one.parameters or ()}.get(switch, "")
    call = str(fit.how[CALL])
    if one.kind == "class" or not call.endswith(")"):
        return fit.binding
    value = {"True": "False", "False": "True"}.get(default, "3")
    return replace(fit, how={**fit.how, CALL: f"{call[:-1]}, {switch}={value})"}).binding


def _definitions_named_like(reading: Reading, pattern: str) -> list[str]:
    """Return definitions with ``pattern`` in their names, methods or parameters."""
    found: list[str] = []
    for name, one in reading.survey.definitions.items():
        parts = [name, *one.methods]
        for parameters in (one.parameters, *one.methods.values()):
            parts += [f"{each.name}={each.default}" for each in parameters or ()]
        if any(re.search(pattern, normalise_name(part)) for part in parts):
            found.append(name)
    return found


def _clue_in_cells(reading: Reading, cells: Sequence[Cell]) -> UnboundRoleClue | None:
    role = reading.role
    bound = {name: fit.name for name, fit in reading.fits.items()}
    about = [
        cell for cell in cells if cell.notebook and role.says and re.search(role.says, cell.source)
    ]
    tried: list[tuple[Sequence[Cell], list[str]]] = [(about, [one]) for one in bound.values()]
    if role.calls and {*role.calls} <= {*bound}:
        tried.insert(0, (cells, [bound[name] for name in role.calls]))
    for among, called in tried:
        if cell := find_cell_calling(among, called):
            name = escape_to_one_line(cell.name, 100)
            return UnboundRoleClue(_IN_CELL.format(name, " and ".join(called)))
    return None


def find_cell_calling(cells: Iterable[Cell], names: Collection[str]) -> Cell | None:
    """Return the first cell that calls all functions in ``names`` outside of definitions."""
    calls = [re.compile(rf"(?<![\w.]){re.escape(name)}[ \t]*\(") for name in names]
    for cell in cells:
        text = "\n".join(_lines_outside_definitions(cell.source))
        if all(call.search(text) for call in calls):
            return cell
    return None


def _lines_outside_definitions(source: str) -> Iterator[str]:
    inside = False
    for line in source.split("\n"):
        if line[:1] not in {"", " ", "\t", "#", ")"}:
            inside = line.startswith(_OPENS)
        if not inside and not line.lstrip().startswith("#"):
            yield line
