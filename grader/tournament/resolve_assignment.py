"""Decides which assignment's game is played where nobody says so: by the players' agents."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, Sequence
from pathlib import Path

from grader import intake
from grader.assignment import Assignment, UnknownAssignment
from grader.assignment import course_assignments as courses
from grader.assignment.detect_assignment import find_defined_names, find_fitting_assignment
from grader.batch.collect_handins import collect_handins
from grader.batch.handin import read_submission
from grader.intake.intake_errors import printable_name
from grader.jobs.work_order import Player
from grader.model.submission import MainFileRules, Submission
from grader.tournament.entrants import list_reference_agents


def resolve_assignment(course: Path, paths: Sequence[str], names: Sequence[str]) -> Assignment:
    """Return the assignment of ``course`` with agents that best fits the players.

    A file fits an assignment if it defines the agent or, if the files fit no assignment in this
    way, anything that the assignment asks for. A name fits if it is a reference agent's.

    Args:
        paths: where there are files to look into.
        names: of reference agents.

    Raises:
        UnknownAssignment: if there is none, or more than one, or the files are for another one.
        IntakeError: if no assignment has an agent of one of the names.
        NothingToGrade: if there are paths and none of them leads to a hand-in.
    """
    known = [courses.load_assignment(each, course) for each in courses.list_assignment_ids(course)]
    playing = {one.id: one for one in known if one.match is not None}
    if len(playing) == 1:
        return next(iter(playing.values()))
    agents = {each: set(list_reference_agents(one)) for each, one in playing.items()}
    for name in names if playing else ():
        if not any(name in of_one for of_one in agents.values()):
            raise intake.IntakeError(
                f"{printable_name(name)} is neither a file nor a reference agent of "
                f"{' or '.join(playing)}; check the path, or choose one of "
                f"{', '.join(sorted(set().union(*agents.values())))}."
            )
    possible = [one for each, one in playing.items() if agents[each].issuperset(names)]
    if paths and len(possible) > 1:
        possible = _find_fitting_assignments(course, possible, paths)
    if len(possible) == 1:
        return possible[0]
    which = f"several: {', '.join(playing)}" if playing else "none"
    raise UnknownAssignment(
        f"Of assignments with agents, {course} has {which}; choose one with --assignment."
    )


def _find_fitting_assignments(
    course: Path, known: Sequence[Assignment], paths: Sequence[str]
) -> list[Assignment]:
    """Return the ``known`` assignments whose agent, or else any part, the files define.

    Raises:
        UnknownAssignment: if they are for an assignment of ``course`` in which nothing plays.
    """
    playing, asked = [], []
    for one in known:
        assert one.match is not None, "it has agents"
        found: set[str] = set()
        for submission in _read(paths, one.file_rules):
            found |= find_defined_names(submission)
        if one.match.agent in found:
            playing.append(one)
        if one.functions & found:
            asked.append(one)
    if asked and not playing:
        _refuse_agentless_assignment(course, paths)
    return playing or asked


def _refuse_agentless_assignment(course: Path, paths: Sequence[str]) -> None:
    """Raise UnknownAssignment if the files fit one in which no agents play.

    Without this check, a hundred games could be played in which neither player has an agent.
    """
    try:
        other = find_fitting_assignment(course, lambda rules: _read(paths, rules))
    except UnknownAssignment:
        return
    if other.match is None:
        raise UnknownAssignment(
            f"These files look like {other.id}, in which no agents play each other; give files of "
            "agents, or choose a game with --assignment."
        )


def describe_other_games(assignment: Assignment, player: Player) -> str:
    """Return a sentence on other games of the course in which ``player`` can play."""
    found = find_defined_names(player.submission)
    others = [
        courses.load_assignment(each, assignment.course)
        for each in courses.list_assignment_ids(assignment.course)
    ]
    games = [
        f"{one.match.agent} plays in {one.id}."
        for one in others
        if one.id != assignment.id and one.match is not None and one.match.agent in found
    ]
    return " ".join(games)


def _read(paths: Sequence[str], rules: MainFileRules) -> Iterator[Submission]:
    for handin in collect_handins(paths, given=rules.given):
        with contextlib.suppress(intake.IntakeError):  # it is refused when it is to play
            yield read_submission(handin, rules)
