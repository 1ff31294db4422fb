"""Finds what may fill a role that nothing is named for: another function, or code in a cell."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable
from dataclasses import dataclass, replace

from grader.examine.role_candidates import (
    CandidateFinder,
    is_class,
    names_reached_from,
    parameters_of,
    uses_name_like,
)
from grader.examine.similar_names import normalise_name
from grader.model.role_binding import CALL, Fit, RoleResult
from grader.model.submission import Cell
from grader.model.submission_survey import Survey
from grader.testing.roles import Contract, Reading

_AS_WELL = "The function for {} may do this, too. Settle the binding of that role first."
_WITHIN = "{} may do this within {}."
_BESIDE = "{} may do this, but {} does not use it."
_SWITCH = "{} may do this where {} says so."


@dataclass(frozen=True, slots=True)
class UnboundRoleClue:
    """A clue to what may fill an unbound role: why a person has to look, and bindings to offer."""

    reason: str
    lines: tuple[str, ...] = ()


def find_trace(
    reading: Reading, reader: CandidateFinder, open_roles: Collection[str]
) -> UnboundRoleClue | None:
    """Return a clue to what may fill the role that is read, which no function is named for.

    Args:
        reading: the role, and what fills earlier ones.
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
        found = [one for one in like if one not in elsewhere or is_class(reading.survey, one)]
        switches = _switches_named_like(reading, whole, role.traces)
        switches += reader.unknown_switches(reading, whole.name)
        if parts := [one for one in found if one != whole.name or not switches]:
            sentence = _WITHIN if {*parts[:3]} & {*within} else _BESIDE
            lines = (*(one.call for one in reader.candidates_by_code(reading)), whole.binding)
            return UnboundRoleClue(sentence.format(" and ".join(parts[:3]), whole.name), lines)
        if switches:
            reason = _SWITCH.format(whole.name, switches[0])
            line = _binding_with_switch_set(reading, whole, switches[0])
            return UnboundRoleClue(reason, (line,))
    return None


def find_calling_cell(
    reading: Reading, contract: Contract, results: Iterable[RoleResult], cells: Iterable[Cell]
) -> tuple[str, str] | None:
    """Return the name of the first cell whose code may do the role that is read, and what it calls.

    That is a function for one of the roles that this role ``calls``, what uses it, or a part of it
    that draws at random where that role relies on it.

    Args:
        results: what was found for all roles.
    """
    role, survey = reading.role, reading.survey
    if not (role.calls and role.in_cells):
        return None
    relied_on = {one.name: one.relies_on for one in contract.roles}
    filling = {fit.name for fit in reading.fits.values()}
    whole: set[str] = set()
    called: set[str] = set()
    for result in (one for one in results if one.role in role.calls):
        lines = (result.function, *result.candidates)
        functions = {line.partition("(")[0] for line in lines} & {*survey.definitions}
        parts = {part for name in functions for part in names_reached_from(survey, name)} - filling
        pattern = relied_on[result.role]
        whole |= functions
        called |= {part for part in parts if pattern and uses_name_like(survey, part, pattern)}
    called |= {name for name in survey.definitions if whole & {*names_reached_from(survey, name)}}
    called |= {name for name, of in survey.objects.items() if of in whole}
    calls = re.compile(r"(?<!def )(?<!class )\b(\w+)[ \t]*[.(]")
    for cell in cells:
        if re.search(role.in_cells, cell.source, re.IGNORECASE):
            code = re.sub(r"#.*", "", cell.source)
            if name := next((one[1] for one in calls.finditer(code) if one[1] in called), ""):
                return cell.name, name
    return None


def find_used_later(reading: Reading, contract: Contract) -> list[str]:
    """Return functions that only what fills later roles uses, and that do not call themselves."""
    survey, fits = reading.survey, reading.fits
    place = contract.roles.index(reading.role)
    earlier, later = (
        {
            name
            for role in roles
            if role.name in fits
            for name in names_reached_from(survey, fits[role.name].name)
        }
        for roles in (contract.roles[:place], contract.roles[place + 1 :])
    )
    filling = {fit.name for fit in fits.values()}
    return [
        name
        for name, one in survey.definitions.items()
        if one.kind == "function"
        and name in later - earlier - filling
        and not _calls_itself(survey, name)
    ]


def _binding_with_switch_set(reading: Reading, fit: Fit, switch: str) -> str:
    """Return the binding of ``fit`` with an argument added that sets its parameter ``switch``."""
    one = reading.survey.definitions[fit.name]
    default = {each.name: each.default for each in one.parameters or ()}.get(switch, "")
    call = str(fit.how[CALL])
    if one.kind == "class" or not call.endswith(")"):
        return fit.binding
    value = {"True": "False", "False": "True"}.get(default, "3")
    return replace(fit, how={**fit.how, CALL: f"{call[:-1]}, {switch}={value})"}).binding


def _switches_named_like(reading: Reading, fit: Fit, pattern: str) -> list[str]:
    """Return the parameters with a default that are named like ``pattern``, and not passed yet."""
    one, call = reading.survey.definitions[fit.name], str(fit.how[CALL])
    return [
        each.name
        for each in parameters_of(one)
        if each.default
        and f"{each.name}=" not in call
        and re.search(pattern, f"{normalise_name(each.name)}={each.default.lower()}")
    ]


def _definitions_named_like(reading: Reading, pattern: str) -> list[str]:
    """Return definitions with ``pattern`` in their names, methods or parameters."""
    found: list[str] = []
    for name, one in reading.survey.definitions.items():
        parts = [name, *one.methods]
        parts += [f"{each.name}={each.default}" for each in parameters_of(one)]
        if any(re.search(pattern, normalise_name(part)) for part in parts):
            found.append(name)
    return found


def find_explained(survey: Survey, helpers: Iterable[str], players: Iterable[str]) -> set[str]:
    """Return the definitions of which known ones show what they are for.

    That is what these use, and what calls one of the ``players``, or its search, and else nothing
    but its parts: it passes on its own arguments, or fixes some of them.
    """
    own = {*survey.definitions}
    explained = {used for name in helpers for used in names_reached_from(survey, name)}
    for name in own & {*players}:
        reached = {*names_reached_from(survey, name)} & own
        core = {name, *(part for part in reached if _calls_itself(survey, part))}
        explained |= reached
        for other, one in survey.definitions.items():
            used = own & {*one.mentions}
            if used & core and used <= reached:
                explained.add(other)
    return explained


def _calls_itself(survey: Survey, name: str) -> bool:
    """Return whether the definition ``name`` is recursive, directly or through others."""
    used = survey.definitions[name].mentions
    return any(name in names_reached_from(survey, one) for one in used)
