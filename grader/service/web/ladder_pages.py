"""Serves the pages of a ladder: standings, players, games to step through, and its settings."""

from __future__ import annotations

from fastapi import APIRouter, Request
from sqlalchemy.orm import Session
from starlette.responses import HTMLResponse, RedirectResponse, Response

from grader.render.html import replay_page
from grader.service import blind_marking
from grader.service.audited_report_views import audit_viewing
from grader.service.auth.access import Forbidden, Permission, Visitor
from grader.service.course_editions import plays_games
from grader.service.data.ladder_tables import Ladder
from grader.service.data.tables import AssignmentEdition, Course, Role
from grader.service.ladder import entries, ladder_view, tournament_store, work_queue
from grader.service.ladder.ladder_view import LadderReader
from grader.service.web.form_fields import FormReader
from grader.service.web.request_context import (
    TIMES,
    Posting,
    Reading,
    Signed,
    Text,
    app_state,
    form_transaction,
    render_page,
)
from grader.service.web.security_middleware import WITH_FRAME
from grader.service.web.student_pages import assignment_for

router = APIRouter(include_in_schema=False)


_REPLAY = (
    "sandbox allow-scripts; default-src 'none'; style-src 'unsafe-inline'; "
    "script-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'"
)
"""The policy of a replay in its frame: an origin of its own. The page itself says by hashes which
one script and style sheet it may have."""


@router.get("/c/{slug}/{assignment}/ladder")
def ladder_page(session: Reading, who: Signed, slug: str, assignment: str) -> Response:
    """Serve the standings of a ladder; to staff also where it does not run."""
    found, edition = assignment_for(session, who, slug, assignment, Permission.SUBMIT)
    return _page(session, who, found, edition)


@router.post("/c/{slug}/{assignment}/ladder")
def set_ladder(
    request: Request, who: Posting, slug: str, assignment: str, running: Text = "",
    pairs: Text = str(entries.PAIRS), tenths: Text = "0",
) -> Response:  # fmt: skip
    """Switch the ladder on or off, and store how much each submission plays."""
    fields, back = FormReader(), f"/c/{slug}/{assignment}/ladder"
    with form_transaction(request, who, back) as session:
        found, edition = assignment_for(session, who, slug, assignment, Permission.DECIDE)
        wanted, seconds = _read_amounts(fields, pairs, tenths, entries.MOST_PAIRS)
        if running and not plays_games(found, edition):
            fields.problems.append("This assignment has no agents that play games.")
        fields.require_no_problems()
        entries.set_ladder(
            session, who.id, edition, running=bool(running), pairs=wanted, seconds=seconds
        )
    return RedirectResponse(f"{back}#saved", 303)


@router.post("/c/{slug}/{assignment}/ladder/name")
def show_name(
    request: Request, who: Posting, slug: str, assignment: str, named: Text = ""
) -> Response:
    """Store whether others see the visitor's name in the ladder."""
    with app_state(request).database.writing() as session:
        found, _ = assignment_for(session, who, slug, assignment, Permission.SUBMIT)
        ladder = _ladder(session, who, found, assignment)
        entries.set_name_shown(session, ladder, who.id, named=bool(named))
    return RedirectResponse(f"/c/{slug}/{assignment}/ladder", 303)


@router.get("/c/{slug}/{assignment}/ladder/players/{player}")
def player_page(session: Reading, who: Signed, slug: str, assignment: str, player: int) -> Response:
    """Serve the programs and the games of a player."""
    found, edition = assignment_for(session, who, slug, assignment, Permission.SUBMIT)
    ladder = _ladder(session, who, found, assignment)
    reader = _reader(session, who, ladder)
    shown = ladder_view.find_player(session, ladder, player)
    return render_page(
        "ladder_player.html", who, script=TIMES, course=found, edition=edition, player=shown,
        name=reader.name_of(shown), own=shown.id == reader.player, reader=reader,
        entries=ladder_view.entries_of_player(session, ladder, player),
        games=ladder_view.games_of_player(session, ladder, player, reader),
    )  # fmt: skip


@router.get("/c/{slug}/{assignment}/ladder/games/{pair}/{number}")
def game_page(
    session: Reading, who: Signed, slug: str, assignment: str, pair: int, number: int
) -> Response:
    """Serve the page of a game, with its replay in a frame."""
    found, edition = assignment_for(session, who, slug, assignment, Permission.SUBMIT)
    ladder = _ladder(session, who, found, assignment)
    reader = _reader(session, who, ladder)
    game = ladder_view.show_game(session, ladder, pair, number, reader)
    answer = render_page(
        "ladder_game.html", who, course=found, edition=edition, game=game, reader=reader,
        pair=pair, number=number,
    )  # fmt: skip
    answer.headers["Content-Security-Policy"] = WITH_FRAME
    return answer


@router.get("/c/{slug}/{assignment}/ladder/games/{pair}/{number}/replay")
def replay_document(
    session: Reading, who: Signed, slug: str, assignment: str, pair: int, number: int
) -> Response:
    """Serve the replay of a game, to be shown in a frame of its page."""
    found, _ = assignment_for(session, who, slug, assignment, Permission.SUBMIT)
    ladder = _ladder(session, who, found, assignment)
    game = ladder_view.show_game(session, ladder, pair, number, _reader(session, who, ladder))
    return HTMLResponse(
        replay_page.render(game.replay), headers={"Content-Security-Policy": _REPLAY}
    )


@router.post("/c/{slug}/{assignment}/ladder/tournaments")
def start_tournament(
    request: Request, who: Posting, slug: str, assignment: str, pairs: Text = "2",
    tenths: Text = "0",
) -> Response:  # fmt: skip
    """Queue a tournament of all agents that count, for idle workers."""
    fields, back = FormReader(), f"/c/{slug}/{assignment}/ladder"
    with form_transaction(request, who, back) as session:
        _, edition = assignment_for(session, who, slug, assignment, Permission.DECIDE)
        wanted, seconds = _read_amounts(fields, pairs, tenths, tournament_store.MOST_PAIRS)
        fields.require_no_problems()
        tournament_store.request_tournament(session, who.id, edition, wanted, seconds)
    return RedirectResponse(back, 303)


@router.post("/c/{slug}/{assignment}/ladder/tournaments/{tournament}/stop")
def stop_tournament(
    request: Request, who: Posting, slug: str, assignment: str, tournament: int
) -> Response:
    """Stop a tournament."""
    with app_state(request).database.writing() as session:
        found, _ = assignment_for(session, who, slug, assignment, Permission.DECIDE)
        asked = tournament_store.find_tournament(session, found.id, assignment, tournament)
        if asked is None:
            raise Forbidden
        tournament_store.stop_tournament(session, who.id, asked)
    return RedirectResponse(f"/c/{slug}/{assignment}/ladder", 303)


@router.get("/c/{slug}/{assignment}/ladder/tournaments/{tournament}/files")
def tournament_files(
    request: Request, session: Reading, who: Signed, slug: str, assignment: str, tournament: int
) -> Response:
    """Serve the folder of a tournament that is over, as ``grade tournament`` writes it."""
    found, _ = assignment_for(session, who, slug, assignment, Permission.OVERSEE)
    asked = tournament_store.find_tournament(session, found.id, assignment, tournament)
    if asked is None or asked.files is None:
        raise Forbidden
    audit_viewing(app_state(request).database, who, f"{assignment}: tournament {tournament}")
    name = f"tournament-{tournament}.zip"
    return Response(
        asked.files, media_type="application/zip",
        headers={"Content-Disposition": f'attachment; filename="{name}"'},
    )  # fmt: skip


def _read_amounts(fields: FormReader, pairs: str, tenths: str, most: int) -> tuple[int, float]:
    """Return how many pairs of games are wanted, and the seconds for each move."""
    return (
        fields.whole("Pairs of games", pairs, 1, most),
        fields.whole("Tenths of a second", tenths, 0, 600) / 10,
    )


def _page(session: Session, who: Visitor, course: Course, edition: AssignmentEdition) -> Response:
    ladder = entries.find_ladder(session, course.id, edition.assignment)
    if not who.may(Permission.READ_ALL, course.id):
        ladder = _ladder(session, who, course, edition.assignment)
    reader = _reader(session, who, ladder) if ladder is not None else None
    rows = (
        ladder_view.list_standings(session, ladder, reader)
        if ladder is not None and reader is not None
        else []
    )
    own = entries.own_player(session, ladder, who.id) if ladder is not None else None
    return render_page(
        "ladder.html", who, script=TIMES, course=course, edition=edition, ladder=ladder, rows=rows,
        reader=reader, own=own, student=who.roles.get(course.id) is Role.STUDENT,
        plays=plays_games(course, edition), default=entries.PAIRS, most=entries.MOST_PAIRS,
        tournaments=tournament_store.list_tournaments(session, course.id, edition.assignment)
        if who.may(Permission.OVERSEE, course.id)
        else [],
        playing=work_queue.count_unfinished_pairs(session, ladder.id, edition.id) if ladder else 0,
    )  # fmt: skip


def _ladder(session: Session, who: Visitor, course: Course, assignment: str) -> Ladder:
    """Return the ladder of an assignment; to students, there is none that does not run."""
    found = entries.find_ladder(session, course.id, assignment)
    if found is None or not (found.running or who.may(Permission.READ_ALL, course.id)):
        raise Forbidden
    return found


def _reader(session: Session, who: Visitor, ladder: Ladder) -> LadderReader:
    names = blind_marking.names_for_overview(session, who, ladder)
    return LadderReader.of(session, who, ladder, hidden=names.hidden)
