"""The ladder of agents: who plays, whom, what becomes of it, and what its readers see."""

from __future__ import annotations

import pytest
from sqlalchemy import func, select

from grader.model.game_record import MoveFault
from grader.render.game_sentences import FAULTS
from grader.service import people
from grader.service.archived_courses import archive_course
from grader.service.data.ladder_tables import LadderEntry, LadderPair, LadderPlayer
from grader.service.data.tables import Course, GradingState, Role, Worker
from grader.service.ladder import work_queue
from grader.service.ladder.entries import enter_agents, find_ladder
from grader.service.ladder.game_claims import LOSSES
from grader.service.ladder.work_queue import (
    Contender,
    LadderJobKind,
    choose_meeting,
    meeting_key,
)
from grader.service.upkeep.data_deletion import delete_person
from tests.service.ladder_scene import (
    BROKEN,
    CLEVER,
    GREEDY,
    LADDER,
    SECRET,
    agent,
    carry_out,
    pairs,
    play_all,
    switch_on,
    take,
    with_game,
)
from tests.service.scene import Scene
from tests.service.site import Browser, words


@pytest.fixture
def two(scene: Scene) -> Scene:
    """A running ladder with two students and two reference agents, and all games played."""
    with_game(scene)
    switch_on(scene)
    for login in ("ada", "ben"):
        agent(scene, scene.person(login))
    play_all(scene)
    return scene


def _number(scene: Scene, login: str) -> int:
    person = scene.person(login)
    with scene.database.reading() as session:
        return session.scalars(
            select(LadderPlayer.number).where(LadderPlayer.person_id == person.id)
        ).one()


def _player(scene: Scene, login: str) -> int:
    person = scene.person(login)
    with scene.database.reading() as session:
        return session.scalars(
            select(LadderPlayer.id).where(LadderPlayer.person_id == person.id)
        ).one()


# Who plays whom ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("contenders", "met", "expected"),
    [
        # Nobody but reference agents: nothing to play.
        ([Contender(1, 0.0, 0, staff=True), Contender(2, 0.0, 0, staff=True)], {}, None),
        # The first pair is against the reference agent nearest in strength.
        ([Contender(1, 0.0, 0), Contender(2, 0.0, 0), Contender(3, 300.0, 9, staff=True),
          Contender(4, -100.0, 9, staff=True)], {}, (1, 4)),
        # Then against the nearest student.
        ([Contender(1, 0.0, 1), Contender(2, 90.0, 4), Contender(3, -50.0, 4),
          Contender(4, 0.0, 9, staff=True)], {}, (1, 3)),
        # Not against the same one again, as long as there is somebody else.
        ([Contender(1, 0.0, 1), Contender(2, 90.0, 4), Contender(3, -50.0, 4)], {(1, 3): 1},
         (1, 2)),
        # Who was served longest ago is next.
        ([Contender(1, 0.0, 0, served_at=5.0), Contender(2, 0.0, 0, served_at=4.0)], {}, (2, 1)),
        # Everybody has played enough, or met everybody twice.
        ([Contender(1, 0.0, 4), Contender(2, 0.0, 4)], {}, None),
        ([Contender(1, 0.0, 2), Contender(2, 0.0, 2)], {(1, 2): 2}, None),
    ],
)  # fmt: skip
def test_who_plays_next(
    contenders: list[Contender], met: dict[tuple[int, int], int], expected: tuple[int, int] | None
) -> None:
    assert choose_meeting(contenders, met, 4) == expected
    assert choose_meeting(reversed(contenders), met, 4) == expected


def test_each_submission_plays_as_much_as_is_set_and_no_more(two: Scene) -> None:
    played = pairs(two)
    entries = [each for pair in played for each in (pair.first_id, pair.second_id)]
    with two.database.reading() as session:
        students = session.scalars(
            select(LadderEntry.id).where(LadderEntry.submission_id.is_not(None))
        ).all()
    assert [entries.count(each) for each in students] == [4, 4]
    assert len({(pair.first_id, pair.second_id, pair.seed) for pair in played}) == len(played)
    meetings = [meeting_key(pair.first_id, pair.second_id) for pair in played]
    assert max(map(meetings.count, meetings)) <= 2
    assert take(two) is None


def test_a_newer_submission_takes_the_place_of_the_one_before(two: Scene) -> None:
    before = len(pairs(two))
    newest = agent(two, two.person("ada"), CLEVER)
    assert play_all(two) > 0
    fresh = pairs(two)[before:]
    with two.database.reading() as session:
        entry = session.scalars(
            select(LadderEntry).where(LadderEntry.submission_id == newest)
        ).one()
        active = session.scalars(
            select(LadderEntry.submission_id).where(LadderEntry.retired_at == 0.0)
        ).all()
    assert newest in active
    assert len(active) == 4
    assert all(entry.id in {pair.first_id, pair.second_id} for pair in fresh)


def test_what_was_handed_in_before_comes_in_when_the_ladder_is_switched_on(scene: Scene) -> None:
    with_game(scene)
    agent(scene, scene.person("ada"), BROKEN)
    newest = agent(scene, scene.person("ada"), GREEDY)
    agent(scene, scene.person("probe", Role.TEST))
    agent(scene, scene.person("tom", Role.ASSISTANT))
    switch_on(scene, agents=())
    with scene.database.reading() as session:
        assert session.scalars(select(LadderEntry.submission_id)).all() == [newest]


def test_test_accounts_staff_and_archived_courses_do_not_play(scene: Scene) -> None:
    with_game(scene)
    switch_on(scene, agents=())
    for login, role in (("probe", Role.TEST), ("tom", Role.ASSISTANT)):
        agent(scene, scene.person(login, role))
    job = take(scene)
    assert job is not None
    assert job.task is LadderJobKind.LIST_AGENTS
    with scene.database.writing() as session:
        assert session.scalars(select(func.count()).select_from(LadderEntry)).one() == 0
        archive_course(session, 1, session.get_one(Course, scene.course.id))
    assert take(scene) is None


def test_who_has_left_the_course_neither_plays_nor_is_shown(two: Scene) -> None:
    ben, number = two.person("ben"), _player(two, "ben")
    with two.database.writing() as session:
        people.enrol_person(session, ben, two.course, Role.TEST)
    ada = Browser(two, two.person("ada"))
    assert f"players/{number}" not in ada.get(LADDER).text
    assert ada.get(f"{LADDER}/players/{number}").status_code == 404
    agent(two, two.person("ada"), CLEVER)
    before = len(pairs(two))
    play_all(two)
    with two.database.reading() as session:
        his = session.scalars(select(LadderEntry.id).where(LadderEntry.player_id == number)).one()
    assert not any(his in {pair.first_id, pair.second_id} for pair in pairs(two)[before:])


# What becomes of it -----------------------------------------------------------------------


def _two_waiting(scene: Scene) -> None:
    with_game(scene)
    switch_on(scene, pairs=2, agents=())
    with scene.database.writing() as session:
        ladder = find_ladder(session, scene.course.id, "demo")
        assert ladder is not None
        enter_agents(session, ladder, scene.edition.id, ())
    for login in ("ada", "ben"):
        agent(scene, scene.person(login))


def test_a_pair_that_is_broken_off_is_played_again_by_the_same_seed(scene: Scene) -> None:
    _two_waiting(scene)
    job = take(scene)
    assert job is not None
    seed = pairs(scene)[0].seed
    with scene.database.writing() as session:
        work_queue.break_off_pair(session, job)
    again = take(scene, "w")
    assert again is not None
    assert (again.pair, again.losses, pairs(scene)[0].seed) == (job.pair, 0, seed)


def test_a_pair_whose_worker_is_gone_is_played_by_another_one_and_ended_once(scene: Scene) -> None:
    _two_waiting(scene)
    lost = take(scene, "gone")
    assert lost is not None
    again = take(scene)
    assert again is not None
    assert (again.pair, again.losses) == (lost.pair, 1)
    with pytest.raises(AssertionError):  # the worker that was taken for dead is too late
        carry_out(scene, lost)
    carry_out(scene, again)
    assert [each.state for each in pairs(scene)] == [GradingState.DONE]


def test_a_pair_over_which_workers_end_is_left_alone(scene: Scene) -> None:
    _two_waiting(scene)
    for number in range(LOSSES):
        assert take(scene, f"gone {number}") is not None
    job = take(scene)
    assert job is not None
    assert pairs(scene)[0].state == GradingState.FAILED
    assert job.pair == pairs(scene)[1].id


def test_what_cannot_play_is_refused_once_and_tried_again_when_it_is_graded_again(
    scene: Scene,
) -> None:
    _two_waiting(scene)
    job = take(scene)
    assert job is not None
    first, second = pairs(scene)[0].first_id, pairs(scene)[0].second_id
    with scene.database.writing() as session:
        work_queue.store_entry_problems(session, job, {first: "There is no take().", second: ""})
    assert pairs(scene) == []
    assert take(scene) is None
    page = words(
        Browser(scene, scene.person("ada")).get(f"{LADDER}/players/{_player(scene, 'ada')}").text
    )
    assert "It cannot play: There is no take()." in page
    other = Browser(scene, scene.person("ben"))
    page = words(other.get(f"{LADDER}/players/{_player(scene, 'ada')}").text)
    assert "There is no take()." not in page
    assert "It does not play." in page


# What its readers see ---------------------------------------------------------------------


def test_students_see_no_names_unless_these_are_shown(two: Scene) -> None:
    ada, ben = (Browser(two, two.person(login)) for login in ("ada", "ben"))
    staff = Browser(two, two.person("ines", Role.INSTRUCTOR))
    number = _number(two, "ben")
    page = words(ada.get(LADDER).text)
    assert f"Player {number}" in page
    assert "Ben" not in page
    assert "Ada" in page
    assert "never gives points" in page
    assert f"Ben (Player {number})" in words(staff.get(LADDER).text)
    assert ben.send_form(f"{LADDER}/name", {"named": "yes"}).status_code == 303
    assert "Ben" in words(ada.get(LADDER).text)
    ben.send_form(f"{LADDER}/name", {})
    assert "Ben" not in words(ada.get(LADDER).text)


def test_each_game_is_shown_and_faults_only_to_whose_they_are(two: Scene) -> None:
    """In each recorded game, whoever moves first raises something in their first move."""
    with two.database.reading() as session:
        owner = {each.id: each.player.person for each in session.scalars(select(LadderEntry))}
    pair = next(each for each in pairs(two) if owner[each.first_id] and owner[each.second_id])
    raised = [owner[pair.first_id], owner[pair.second_id]]  # sides are changed in the second game
    staff = two.person("ines", Role.INSTRUCTOR)
    for number, whose in enumerate(raised):
        assert whose is not None
        address = f"{LADDER}/games/{pair.id}/{number}"
        for person in (two.person("ada"), two.person("ben"), staff):
            browser = Browser(two, person)
            assert f'src="{address}/replay"' in browser.get(address).text
            replay = browser.get(f"{address}/replay")
            assert "sandbox allow-scripts" in replay.headers["content-security-policy"]
            assert FAULTS[MoveFault.CRASHED] in replay.text
            seen = person.id in {whose.id, staff.id}
            assert (SECRET in replay.text, "printed secret" in replay.text) == (seen, seen)


def test_strengths_have_intervals(two: Scene) -> None:
    page = Browser(two, two.person("ada")).get(LADDER).text
    assert page.count(" ± ") == 4
    assert "95 % confidence" in page


def test_a_ladder_that_does_not_run_is_not_there_for_students(two: Scene) -> None:
    staff = Browser(two, two.person("ines", Role.INSTRUCTOR))
    assert staff.send_form(LADDER, {"pairs": "4"}).status_code == 303
    assert "Students do not see this page" in words(staff.get(LADDER).text)
    ada = Browser(two, two.person("ada"))
    assert ada.get(LADDER).status_code == 404
    assert "/ladder" not in ada.get("/c/demo").text
    assert take(two) is None


def test_all_of_a_person_is_deleted(two: Scene) -> None:
    with two.database.writing() as session:
        delete_person(session, "ben")
        names = {each.person_id for each in session.scalars(select(LadderPlayer))}
        left = session.scalars(select(LadderPair)).all()
        his = session.scalars(select(LadderEntry)).all()
    assert len([each for each in names if each]) == 1
    assert len(his) == 3
    assert all({pair.first_id, pair.second_id} <= {each.id for each in his} for pair in left)
    assert Browser(two, two.person("ada")).get(LADDER).status_code == 200


@pytest.mark.slow
@pytest.mark.bubblewrap
def test_a_worker_plays_real_agents(scene: Scene) -> None:
    with_game(scene)
    instructor = Browser(scene, scene.person("ines", Role.INSTRUCTOR))
    assert instructor.send_form(LADDER, {"running": "yes", "pairs": "2"}).status_code == 303
    for login, content in (("ada", CLEVER), ("ben", BROKEN), ("cem", b"x = 1\n")):
        agent(scene, scene.person(login), content)
    scene.work()
    played = pairs(scene)
    assert {each.state for each in played} == {GradingState.DONE}, [each.reason for each in played]
    with scene.database.reading() as session:
        entries = {
            each.player.person.login if each.player.person else each.player.agent: each
            for each in session.scalars(select(LadderEntry))
        }
        elo = {name: each.elo for name, each in entries.items()}
        problems = {name: each.problem for name, each in entries.items()}
        assert session.scalars(select(func.count()).select_from(Worker)).one() == 0
    assert "mine.py" in (problems.pop("cem") or "")
    assert set(problems.values()) == {""}
    assert elo["ada"] is not None
    assert elo["ben"] is not None
    assert elo["ada"] > elo["ben"]
    game = next(each for each in played if entries["ben"].id in {each.first_id, each.second_id})
    address = f"{LADDER}/games/{game.id}/0/replay"
    assert "my own secret" in Browser(scene, scene.person("ben")).get(address).text
    assert "my own secret" not in Browser(scene, scene.person("ada")).get(address).text
