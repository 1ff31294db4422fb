"""Reads a ladder for a page: standings, players and games, as its reader may see them.

Students see of others the name that these show, strengths, and games without what programs raised,
printed or answered. Staff see all, but for names where those who mark see none.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping
from dataclasses import dataclass

from sqlalchemy import or_, select
from sqlalchemy.orm import Session, joinedload, undefer

from grader.model.game_record import GameRecord
from grader.model.game_replay import Replay
from grader.service.auth.access import Forbidden, Permission, Visitor
from grader.service.data.ladder_tables import Ladder, LadderEntry, LadderPair, LadderPlayer
from grader.service.data.tables import GradingState
from grader.service.ladder.entries import (
    active_entries,
    is_player_in_course,
    list_entries,
    own_player,
)
from grader.service.ladder.ladder_replays import load_record, load_replay
from grader.service.ladder.work_queue import points_of_pairs

_WORDS = {1.0: "won", 0.5: "drew", 0.0: "lost"}


@dataclass(frozen=True, slots=True)
class LadderReader:
    """The reader of a ladder, and how much they may see of others.

    Attributes:
        staff: whether they see all submissions.
        hidden: whether they are staff who see no names.
        player: id of the player that they are; 0 if they are none.
    """

    staff: bool
    hidden: bool
    player: int

    @classmethod
    def of(cls, session: Session, who: Visitor, ladder: Ladder, *, hidden: bool) -> LadderReader:
        """Return a visitor as a reader; ``hidden`` says whether names are hidden from staff."""
        own = own_player(session, ladder, who.id)
        staff = who.may(Permission.READ_ALL, ladder.course_id)
        return cls(staff, staff and hidden, own.id if own else 0)

    def name_of(self, player: LadderPlayer) -> str:
        """Return the name by which the reader knows a player."""
        if player.agent:
            return player.agent
        by_number = f"Player {player.number}"
        if self.hidden or not (self.staff or player.named or player.id == self.player):
            return by_number
        name = player.team.name if player.team else player.person.name if player.person else ""
        return name if player.named else f"{name} ({by_number})"

    def knows_all(self, player: LadderPlayer) -> bool:
        """Return whether the reader may know what a player's program raised and printed."""
        return self.staff or player.id == self.player


@dataclass(frozen=True, slots=True)
class LadderRow:
    """A program in the standings.

    Attributes:
        rank: from 1; 0 for one that has not been rated, or cannot play.
        own: whether it is the reader's.
        games: that it has played, and of them ...
    """

    rank: int
    entry: LadderEntry
    name: str
    own: bool
    games: int
    won: int
    drawn: int
    lost: int


@dataclass(frozen=True, slots=True)
class LadderGame:
    """A game in a list of games of one entry: against whom, and how it ended.

    Attributes:
        number: 0 or 1, of the game in its pair.
        result: ``won``, ``drew`` or ``lost``.
    """

    pair: LadderPair
    number: int
    opponent: LadderPlayer
    name: str
    result: str


@dataclass(frozen=True, slots=True)
class ShownGame:
    """A game as its reader may see it, with both players and the one of the first side first."""

    record: GameRecord
    replay: Replay
    players: tuple[LadderPlayer, LadderPlayer]


def list_standings(session: Session, ladder: Ladder, reader: LadderReader) -> list[LadderRow]:
    """Return the entries that play, the strongest first; behind them those without a strength."""
    entries = active_entries(session, ladder)
    results = _results(session, ladder)
    rated = sorted(
        (each for each in entries if each.elo is not None and not each.problem),
        key=lambda each: (-(each.elo or 0.0), each.id),
    )
    others = [each for each in entries if each.elo is None or each.problem]
    rows = []
    for place, entry in enumerate([*rated, *others], 1):
        counts = results[entry.id]
        rows.append(LadderRow(
            place if place <= len(rated) else 0, entry, reader.name_of(entry.player),
            entry.player_id == reader.player, counts.total(), counts[1.0], counts[0.5], counts[0.0],
        ))  # fmt: skip
    return rows


def find_player(session: Session, ladder: Ladder, player: int) -> LadderPlayer:
    """Return a player of a ladder; raise Forbidden if there is none, or they left the course."""
    found = session.scalars(
        select(LadderPlayer)
        .where(
            LadderPlayer.id == player, LadderPlayer.ladder_id == ladder.id,
            is_player_in_course(ladder.course_id),
        )
        .options(joinedload(LadderPlayer.person), joinedload(LadderPlayer.team))
    ).one_or_none()  # fmt: skip
    if found is None:
        raise Forbidden
    return found


def entries_of_player(session: Session, ladder: Ladder, player: int) -> list[LadderEntry]:
    """Return all programs of a player, the newest first."""
    return list_entries(session, ladder, LadderPlayer.id == player)[::-1]


def games_of_player(
    session: Session, ladder: Ladder, player: int, reader: LadderReader
) -> dict[int, list[LadderGame]]:
    """Return the games of each of a player's entries by its id, the newest first."""
    own = {each.id for each in entries_of_player(session, ladder, player)}
    known = {each.id: each for each in list_entries(session, ladder)}
    pairs = session.scalars(
        select(LadderPair)
        .where(
            LadderPair.ladder_id == ladder.id, LadderPair.state == GradingState.DONE.value,
            or_(LadderPair.first_id.in_(own), LadderPair.second_id.in_(own)),
        )
        .order_by(LadderPair.id.desc())
    )  # fmt: skip
    found: dict[int, list[LadderGame]] = defaultdict(list)
    for pair in pairs:
        mine, other = pair.first_id, pair.second_id
        if mine not in own:
            mine, other = other, mine
        if other not in known:  # somebody who has left the course
            continue
        for number, points in enumerate((pair.points, pair.points_back)):
            result = _WORDS[points if mine == pair.first_id else 1 - points]
            opponent = known[other].player
            name = reader.name_of(opponent)
            found[mine].append(LadderGame(pair, number, opponent, name, result))
    return found


def show_game(
    session: Session, ladder: Ladder, pair: int, number: int, reader: LadderReader
) -> ShownGame:
    """Return a game with its replay, as its reader may see it.

    Raises:
        Forbidden: if there is no such game, or one of its players has left the course.
    """
    found = session.scalars(
        select(LadderPair)
        .where(
            LadderPair.id == pair, LadderPair.ladder_id == ladder.id,
            LadderPair.state == GradingState.DONE.value,
        )
        .options(undefer(LadderPair.games), undefer(LadderPair.replays))
    ).one_or_none()  # fmt: skip
    if found is None or number not in {0, 1} or not (found.games and found.replays):
        raise Forbidden
    entries = (session.get_one(LadderEntry, each) for each in (found.first_id, found.second_id))
    first, second = (find_player(session, ladder, each.player_id) for each in entries)
    shown = [place for place, each in enumerate((first, second)) if reader.knows_all(each)]
    names = reader.name_of(first), reader.name_of(second)
    record = load_record(found.games, number, names, shown=shown)
    players = (first, second) if number == 0 else (second, first)
    return ShownGame(record, load_replay(found.replays, number, record), players)


def _results(session: Session, ladder: Ladder) -> Mapping[int, Counter[float]]:
    """Return how often each entry has won (1), drawn (0.5) and lost (0) by the present edition."""
    found: dict[int, Counter[float]] = defaultdict(Counter)
    if ladder.edition_id is None:
        return found
    for first, second, *points in points_of_pairs(session, ladder.id, ladder.edition_id):
        for each in points:
            found[first][each] += 1
            found[second][1 - each] += 1
    return found
