"""Tries one binding of a submission on a few questions with known answers, for a person.

Nothing is judged. The person sees what the submission answers, beside what is right.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from grader.assignment import Assignment, AssignmentError
from grader.examine.binding_score import (
    AS_IT_CAME,
    ROLE,
    extract_edition,
    is_right,
    make_role_call,
    remove_expected_form,
)
from grader.examine.check_bindings import check_bindings
from grader.examine.hidden_test_limits import (
    SECONDS,
    HiddenTestTimeout,
    limit_cpu_time,
    share_watchdog,
)
from grader.examine.load_contract import load_contract
from grader.examine.role_binding import bind_roles
from grader.machine.integer_printing import allow_long_integers
from grader.model.escape import escape_invisible, escape_to_one_line
from grader.model.role_binding import (
    ANSWER,
    CALL,
    BindingTrial,
    Edition,
    Fit,
    RoleResult,
    TriedAnswer,
)
from grader.model.submission import Submission
from grader.model.time_limits import CallLimits
from grader.sandbox.backend_interface import CallEnding, Injection, Outcome, Session
from grader.testing.roles import Contract, Known, Role
from grader.wire.binding_expressions import find_first_name, parse, write

QUESTIONS = 3
"""Known answers that a binding is tried on."""
_LIMITS = CallLimits(2.0, 10.0)
"""Of each of these calls."""
_LONGEST = 300
"""Characters of a value that are shown."""
_ENDINGS = {
    CallEnding.CPU: "It was stopped: it took too long.",
    CallEnding.LENT: "It was stopped: it took too long.",
    CallEnding.WALL: "It was stopped: it waited for too long.",
    CallEnding.MEMORY: "It was stopped: it took too much memory.",
    CallEnding.OUTPUT: "It was stopped: it printed too much.",
    CallEnding.STARVED: "This machine is too busy at the moment; try again.",
    CallEnding.ABSENT: "It could not be called.",
    CallEnding.UNFINISHED: "It raised NotImplementedError.",
}


@allow_long_integers()
@share_watchdog()
def try_binding(
    session: Session,
    submission: Submission,
    assignment: Assignment,
    seed: int,
    speed: float,
    where: Mapping[str, str],
    role: str,
    known_how: Edition,
) -> BindingTrial:
    """Call the submission by the binding of ``role`` in ``where``, and return its answers.

    Args:
        session: has the submission; it is loaded anew.
        where: bindings by role. Earlier roles without one are left out, so that nothing is
            searched for meanwhile, and so are roles that the contract does not have.
        known_how: with which a grading has called it for an earlier role, which says how it writes
            values. That is found out if this is empty.

    Raises:
        UnknownRole: if ``where`` holds what is no binding.
        AssignmentError: if the contract is not in order.
        SandboxFailure: if the sandbox does not work, or the machine is too busy.
    """
    contract, problems = load_contract(assignment)
    if problems:
        raise AssignmentError("\n".join(problems))
    names = [each.name for each in contract.roles]
    where = {name: line for name, line in where.items() if name in names}  # others may be gone
    if role not in where:
        return BindingTrial(settled=False, reason=f"The assignment has no role {role!r} any more.")
    check_bindings(where, contract.roles)
    loaded = session.load(Injection(adapter=assignment.adapter_sources()))
    origin = f"{submission.digest}|{seed}"
    edition = extract_edition(known_how)
    shorter = _contract_up_to(contract, role, where)
    if edition:  # then nothing has to be asked for the earlier roles
        *earlier, last = shorter.roles
        shorter = replace(
            shorter,
            roles=(*(replace(each, known=()) for each in earlier), last),
            editions=lambda *_: (edition,),
        )
    here = {each.name: where[each.name] for each in shorter.roles if each.name in where}
    found = bind_roles(session, loaded, shorter, submission.code, here, origin, speed)
    result = found.roles[-1] if found.roles else None
    if result is None or result.role != role:
        return BindingTrial(settled=False, reason=" ".join(found.errors) or "It was not tried.")
    asked = shorter.roles[-1]
    fit = result.fit or _uninterpreted_fit(where[role], role, found.roles, edition)
    limits = _LIMITS.times(speed)
    calls = [
        make_role_call(role, fit, known.args, origin, limits) for known in asked.known[:QUESTIONS]
    ]
    outcomes = [session.fork().call(call) for call in calls]
    reason = ""
    if not result.settled:
        missing = f"{' and '.join(result.names)} was not found."
        reason = escape_invisible(result.note[:2000]) or missing
    answers: list[TriedAnswer] = []
    try:
        with limit_cpu_time(SECONDS * speed):  # whatever a submission answers is looked at
            for known, outcome in zip(asked.known, outcomes, strict=False):
                answers.append(_answer(asked, known, outcome, readable=result.settled))
    except HiddenTestTimeout as failure:
        reason = f"{reason} An answer could not be looked at: {failure}.".strip()
    return BindingTrial(result.settled, result.binding, reason, tuple(answers))


def _contract_up_to(contract: Contract, role: str, where: Mapping[str, str]) -> Contract:
    """Return ``contract`` cut off after ``role``, without earlier roles that have no binding.

    The first one stays, as it may tell how values are written.
    """
    names = [each.name for each in contract.roles]
    before = contract.roles[: names.index(role)]
    kept = [each for number, each in enumerate(before) if each.name in where or not number]
    return replace(contract, roles=(*kept, contract.roles[names.index(role)]))


def _uninterpreted_fit(line: str, role: str, roles: Sequence[RoleResult], edition: Edition) -> Fit:
    """Return a fit that calls the submission by the binding ``line`` and leaves answers unread."""
    tree, _ = parse(line)
    known: Edition = next((each.how for each in reversed(roles) if each.settled), edition)
    how = {**extract_edition(known), ROLE: role, CALL: write(tree), ANSWER: AS_IT_CAME}
    return Fit(find_first_name(tree), how)


def _answer(role: Role, known: Known, outcome: Outcome, *, readable: bool) -> TriedAnswer:
    asked = tuple(
        (
            role.takes[number] if number < len(role.takes) else f"argument {number + 1}",
            format_argument_or_answer(value),
        )
        for number, value in enumerate(known.args)
    )
    expected = "" if known.answer is None else format_argument_or_answer(known.answer)
    right = readable and outcome.ending is CallEnding.ANSWER and is_right(known, outcome.value)
    return TriedAnswer(asked, _describe_outcome(outcome), expected, right)


def _describe_outcome(outcome: Outcome) -> str:
    detail = escape_to_one_line(outcome.detail, _LONGEST)
    if outcome.ending is CallEnding.ANSWER:
        return format_argument_or_answer(outcome.value)
    if outcome.ending is CallEnding.RAISED:
        return f"It raised {detail}"
    if outcome.ending in {CallEnding.UNREADABLE, CallEnding.OPAQUE} and detail:
        came = remove_expected_form(detail)
        return came[:1].upper() + came[1:]
    said = _ENDINGS.get(outcome.ending)
    return said or f"The call ended with: {outcome.ending.value} {detail}".rstrip()


def format_argument_or_answer(value: object) -> str:
    """Return an argument or answer as text: a board by rows, with dots for empty fields."""
    if isinstance(value, str):
        return escape_to_one_line(value, _LONGEST)
    if isinstance(value, tuple | list) and len(value) > 1 and _is_board(value):
        return "\n".join(escape_to_one_line(str(row).replace(" ", "."), _LONGEST) for row in value)
    return escape_to_one_line(repr(value), _LONGEST)


def _is_board(rows: Sequence[object]) -> bool:
    lengths = {len(row) if isinstance(row, str) else 0 for row in rows}
    return len(lengths) == 1 and lengths.pop() > 1 and len(rows) <= 20
