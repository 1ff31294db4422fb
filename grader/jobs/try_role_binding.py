"""Tries a binding of a submission in a sandbox, for a person to see what it answers."""

from __future__ import annotations

import json

from grader.assignment import Assignment
from grader.jobs.forked_worker import ParentLink
from grader.jobs.grading_context import GradingContext
from grader.jobs.work_order import BindingTrialOrder
from grader.model.role_binding import BindingTrial
from grader.render.json_conversion import build_from_json, parse_json, to_plain_json


def import_for_trials(assignment: Assignment) -> None:
    """Import the modules that trials need, so that forks of this process need not.

    Each trial reports what is wrong with the contract.
    """
    from grader.examine import binding_trial as _imported  # noqa: F401
    from grader.examine.load_contract import load_contract

    load_contract(assignment)


def carry_out_trial(context: GradingContext, order: BindingTrialOrder, parent: ParentLink) -> str:
    """Try a binding in a worker, and return the outcome as text for :func:`load_trial`.

    Raises:
        AssignmentChanged: if a file of the assignment changed before it was over.
        SandboxUnavailable, SandboxFailure: if there is no sandbox, or it does not work.
    """
    # Imported late: who only reads trials needs nothing of it.
    from grader.examine.binding_trial import try_binding
    from grader.examine.run_hidden_tests import sandbox_program

    context.check()
    parent.wait_for_turn()
    submission, assignment = order.submission, context.assignment
    session = context.sandbox.start(
        sandbox_program(submission, assignment, context.speed, context.seed)
    )
    try:
        trial = try_binding(
            session, submission, assignment, context.seed, context.speed, order.setting.bindings,
            order.role, order.how,
        )  # fmt: skip
    finally:
        session.close()
    context.check()
    return dump_trial(trial)


def dump_trial(trial: BindingTrial) -> str:
    """Return ``trial`` as a text for :func:`load_trial`."""
    return json.dumps(to_plain_json(trial))


def load_trial(text: str) -> BindingTrial:
    """Return the trial in a text that :func:`dump_trial` made.

    Raises:
        ReportError: if it cannot be read.
    """
    what = "the trial of a binding"
    return build_from_json(BindingTrial, parse_json(text, what), what)
