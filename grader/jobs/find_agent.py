"""Finds the agent that plays for a submission, before it is asked for moves."""

from __future__ import annotations

from pathlib import Path

from grader.assignment import AssignmentError
from grader.examine.run_hidden_tests import find_bindings
from grader.jobs.grading_context import Bench
from grader.jobs.paired_games import Player
from grader.model.escape import escape_to_one_line
from grader.model.limits import Limits
from grader.model.match_rules import MatchRules
from grader.model.role_binding import RoleResult
from grader.model.submission import Submission, prefix_location
from grader.play.agent import AgentReply, SandboxedAgent
from grader.sandbox.backend_interface import Injection, Session


def find_agent(
    bench: Bench, session: Session, player: Player, rules: MatchRules, limits: Limits
) -> SandboxedAgent:
    """Return the agent of ``player``, whose submission runs in ``session``.

    Where the assignment has a contract and the agent is one of its roles, this finds out what fills
    it.

    Raises:
        AssignmentError: if the contract, or a trial of it, does not work.
        SandboxFailure: if the sandbox does not, or the machine is too busy.
    """
    promised = bench.assignment.match or rules
    agent = SandboxedAgent(
        session, rules.agent, rules.method, limits, cells=player.submission.code,
        share=rules.seconds / promised.seconds,
    )  # fmt: skip
    if bench.assignment.contract is None:
        return agent
    found = find_bindings(
        session, player.submission, bench.assignment, bench.seed, bench.speed, dict(player.bindings)
    )
    if found.errors:
        raise AssignmentError("\n".join(found.errors))
    for role in found.roles:
        if role.role == rules.agent:
            agent.injection = Injection(adapter=bench.assignment.adapter_sources())
            agent.fit = role.fit
            agent.absent = "" if agent.fit is not None else _describe_unfilled_role(role)
            agent.sought = role.names
    return agent


def describe_missing_agent(submission: Submission, missing: AgentReply) -> str:
    """Return why a submission has no agent, as a sentence with file and line."""
    file, why = (
        Path(submission.path).name,
        prefix_location(missing.detail, missing.file, missing.line),
    )
    if missing.line is None and file not in why:
        why = f"{file}: {why}"
    return escape_to_one_line(why, 500)


def _describe_unfilled_role(role: RoleResult) -> str:
    """Return a sentence on why no function fills a role."""
    hint = f"A comment in the submission can say it: # grade: {role.role} = {role.suggestion}"
    if role.open:
        return f"Nobody can tell how the {role.role} is called. {role.note} {hint}"
    return f"There is no {role.role}, by this name or another usual one. {hint}"
