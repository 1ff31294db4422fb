"""What plays for a submission: found in it, before it is asked for moves."""

from __future__ import annotations

from grader.assignment import AssignmentError
from grader.examine.fitting import settled
from grader.examine.roles import roles
from grader.jobs.bench import Bench
from grader.jobs.pair import Player
from grader.model.contract import RoleResult
from grader.model.limits import Limits
from grader.model.match_rules import MatchRules
from grader.play.agent import SandboxedAgent
from grader.sandbox.protocol import Injection, Session


def agent_of(
    bench: Bench, session: Session, player: Player, rules: MatchRules, limits: Limits
) -> SandboxedAgent:
    """The agent of ``player``, whose submission ``session`` has.

    Where the assignment has a contract and the agent is one of its roles, this finds out what fills
    it, in the order of the contract, because what is known of other roles helps.

    Raises:
        AssignmentError: if the contract, or a trial of it, does not work.
        SandboxFailure: if the sandbox does not, or the machine is too busy.
    """
    found, problems = roles(bench.assignment)
    if problems:
        raise AssignmentError("\n".join(problems))
    names = [role.name for role in found]
    if rules.agent not in names:
        return SandboxedAgent(session, rules.agent, rules.method, limits)
    injection = Injection(adapter=bench.assignment.adapter_source())
    loaded = session.load(injection)
    wanted = found[: names.index(rules.agent) + 1]
    origin = f"{player.submission.digest}|{bench.seed}"
    fitting = settled(session, loaded, wanted, player.submission.cells, {}, origin, bench.speed)
    if fitting.errors:
        raise AssignmentError("\n".join(fitting.errors))
    return SandboxedAgent(
        session,
        rules.agent,
        rules.method,
        limits,
        injection,
        fitting.fits.get(rules.agent),
        _absent(fitting.open(rules.agent)),
    )


def _absent(role: RoleResult | None) -> str:
    """Why nothing fills a role, as a sentence; empty if something does."""
    if role is None:
        return ""
    hint = f"a comment `# grade: {role.role} = NAME` in the submission says which it is"
    if role.candidates:
        return f"Several functions may be the {role.role}: {', '.join(role.candidates)}; {hint}."
    return f"There is no {role.role}. Looked for {', '.join(role.names)}; {hint}."
