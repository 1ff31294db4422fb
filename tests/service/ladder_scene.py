"""A game for the assignment of a scene, agents for it, and games as if a worker had played them."""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from pathlib import Path

from sqlalchemy import select

from grader.jobs.play_pair import dump_records
from grader.model.game_record import GameRecord, MoveFault, Ply
from grader.model.match_rules import MatchRules
from grader.play.build_replay import build_replay
from grader.play.match import MatchSetup, play_with_movers
from grader.service import course_editions
from grader.service.data.ladder_tables import (
    CourseTournament,
    Ladder,
    LadderEntry,
    LadderPair,
    LadderPlayer,
)
from grader.service.data.tables import Person, Role, Submission, Worker
from grader.service.ladder import entries, work_queue
from grader.service.ladder.ladder_process import compute_strengths
from grader.service.ladder.ladder_replays import dump_replays
from grader.service.ladder.work_queue import LadderJob, LadderJobKind
from tests.play.takeaway import Pile, Takeaway
from tests.render import samples
from tests.service.scene import Scene

LADDER = "/c/demo/demo/ladder"
SECRET = "KeyError: my own secret"
"""What the first agent of each recorded game raises in its first move."""
GREEDY = b"def take(matches):\n    return 2 if matches[0] > 1 else 1\n"
CLEVER = b"def take(matches):\n    return matches[0] % 3 or 1\n"
BROKEN = b"def take(matches):\n    raise KeyError('my own secret')\n"
_LUCK = random.Random(1)
_AGENTS = """
NAMES = ("one", "clever")
_SOURCES = {
    "one": "def take(matches):\\n    return 1\\n",
    "clever": "def take(matches):\\n    return matches[0] % 3 or 1\\n",
}


def source_of(name):
    return _SOURCES[name]
"""


def with_game(scene: Scene) -> None:
    """Let agents of the assignment of a scene play from now on."""
    course = scene.folder / "course"
    hidden, reference = course / "hidden_tests" / "demo", course / "reference" / "demo"
    toml = hidden / "assignment.toml"
    toml.write_text(toml.read_text() + '[match]\nfunction = "take"\nseconds = 1.0\n')
    game = Path(__file__).parents[1] / "play" / "takeaway.py"
    (hidden / "game.py").write_text(game.read_text() + "\n\nGAME = Takeaway()\n")
    (reference / "agents").mkdir()
    (reference / "agents" / "__init__.py").write_text(_AGENTS)
    with scene.database.writing() as session:
        course_editions.register_course(session, "demo", course, "A course")


def switch_on(scene: Scene, pairs: int = 4, *, agents: tuple[str, ...] = ("one", "clever")) -> int:
    """Switch the ladder on, with reference agents as if a worker had listed them."""
    instructor = scene.person("ines", Role.INSTRUCTOR)
    with scene.database.writing() as session:
        ladder = entries.set_ladder(
            session, instructor.id, scene.edition, running=True, pairs=pairs, seconds=0.0
        )
        if agents:
            entries.enter_agents(session, ladder, scene.edition.id, agents)
        if session.get(Worker, "w") is None:
            session.add(Worker(id="w", pid=1, sandbox="", started_at=time.time()))
        return ladder.id


def agent(scene: Scene, person: Person, content: bytes = GREEDY) -> int:
    """A graded submission with an agent."""
    return scene.graded(person, samples.report(samples.RIGHT), "mine.py", content)


def take(scene: Scene, worker: str = "w") -> LadderJob | None:
    with scene.database.writing() as session:
        return work_queue.take_job(session, worker, {scene.edition.id})


def carry_out(scene: Scene, job: LadderJob, draw: Callable[[], float] = _LUCK.random) -> None:
    """As if a worker did a job: the first of a pair raises in its first move, and then luck."""
    with scene.database.writing() as session:
        if job.task is LadderJobKind.RATE:
            pairs = work_queue.points_of_pairs(session, job.ladder, job.edition)
            work_queue.store_ratings(session, job, len(pairs), compute_strengths(pairs))
            return
        pair = session.get_one(LadderPair, job.pair)
        names = str(pair.first_id), str(pair.second_id)
        records = _game(names, pair.seed, draw), _game(names[::-1], pair.seed + 1, draw)
        replays = [build_replay(Takeaway(), each, "Demonstration") for each in records]
        points = records[0].result.points(0), records[1].result.points(1)
        work_queue.store_entry_problems(session, job, {pair.first_id: "", pair.second_id: ""})
        assert work_queue.finish_pair(
            session, job, points, dump_records(records), dump_replays(replays)
        )


def one_game(scene: Scene, submission: int, by: int, text: str) -> None:
    """A running ladder in which a submission has raised ``text`` against a reference agent."""
    with scene.database.writing() as session:
        ladder = Ladder(course_id=scene.course.id, assignment="demo", pairs=1, by_id=by, at=0.0)
        session.add(ladder)
        session.flush()
        ladder.edition_id = scene.edition.id
        handed = session.get_one(Submission, submission)
        owner = LadderPlayer(ladder_id=ladder.id, person_id=handed.person_id, number=100)
        staff = LadderPlayer(ladder_id=ladder.id, agent="champion", number=101)
        session.add_all([owner, staff])
        session.flush()
        first = LadderEntry(player_id=owner.id, submission_id=submission, problem=text, at=0.0)
        second = LadderEntry(player_id=staff.id, at=0.0)
        session.add_all([first, second])
        session.flush()
        records = [_game((str(first.id), str(second.id)), 1, _LUCK.random, text) for _ in range(2)]
        replays = [build_replay(Takeaway(), each, "Demonstration") for each in records]
        session.add(LadderPair(
            ladder_id=ladder.id, edition_id=scene.edition.id, first_id=first.id,
            second_id=second.id, seed=1, state="done", began_at=0.0, reason=text,
            games=dump_records((records[0], records[1])), replays=dump_replays(replays),
        ))  # fmt: skip


def one_tournament(scene: Scene, by: int, text: str) -> None:
    """A tournament that is over."""
    with scene.database.writing() as session:
        session.add(CourseTournament(
            course_id=scene.course.id, assignment="demo", pairs=1, state="done", by_id=by, at=0.0,
            files=text.encode(),
        ))  # fmt: skip


def play_all(scene: Scene) -> int:
    """Carry out all there is to do; return how many pairs were played."""
    played = 0
    while (job := take(scene)) is not None:
        carry_out(scene, job)
        played += job.task is LadderJobKind.PLAY
    return played


def pairs(scene: Scene) -> list[LadderPair]:
    with scene.database.reading() as session:
        return list(session.scalars(select(LadderPair).order_by(LadderPair.id)))


def ladder(scene: Scene) -> Ladder:
    with scene.database.reading() as session:
        return session.scalars(select(Ladder)).one()


def _game(
    names: tuple[str, str], seed: int, draw: Callable[[], float], detail: str = SECRET
) -> GameRecord:
    first = True

    def mover(state: Pile) -> tuple[int, Ply]:
        nonlocal first
        move = 1 if draw() < 0.5 or state.matches < 2 else 2
        failed, first = first, False
        if failed:
            fault = {"fault": MoveFault.CRASHED, "detail": detail, "file": "mine.py", "line": 2}
            return move, Ply(f"take{move}", printed="printed secret", **fault)  # type: ignore[arg-type]
        return move, Ply(f"take{move}")

    setup = MatchSetup("demo", MatchRules("take", "", 1.0), seed)
    return play_with_movers(Takeaway(), (mover, mover), names, setup, (1, 1))
