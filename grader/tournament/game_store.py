"""Keeps the games of a tournament in ``games.jsonl``: all that is known of it.

Games are added in pairs and never changed. If the program is killed while it writes, the pair that
was not written whole is played again.
"""

from __future__ import annotations

import fcntl
import os
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Self

from grader.jobs.work_order import GamePair, Player
from grader.model.game_record import GameRecord
from grader.model.user_error import UsageError
from grader.render import game_file
from grader.render.json_conversion import ReportError
from grader.tournament.sprt_score import Games

NAME = "games.jsonl"

_Key = tuple[tuple[str, str], tuple[str, str], tuple[str, ...], int, float, str, str]


class GamesError(UsageError):
    """A file of games that cannot be used; the message says why, and what to do."""


@dataclass(slots=True)
class GameStore:
    """The games in a folder, locked for this process; made with :meth:`opened`.

    Attributes:
        setting: digest of the setting in which games count.
    """

    path: Path
    setting: str
    _descriptor: int
    _known: dict[_Key, GameRecord] = field(default_factory=dict)

    @classmethod
    def opened(cls, folder: Path, setting: str) -> Self:
        """Return the games in ``folder``, which is created if it does not exist.

        Args:
            setting: digest of the setting in which games count.

        Raises:
            GamesError: if the file cannot be used, or another process has it.
        """
        path = folder / NAME
        try:
            folder.mkdir(parents=True, exist_ok=True)
            descriptor = os.open(path, os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW | os.O_CLOEXEC, 0o666)
        except OSError as problem:
            raise GamesError(f"{path} cannot be opened: {problem.strerror}.") from None
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            os.close(descriptor)
            raise GamesError(
                f"another tournament is using {path}; wait for it, or choose another folder."
            ) from None
        store = cls(path, setting, descriptor)
        store._read()
        return store

    def close(self) -> None:
        """Close the file of games, which releases its lock."""
        os.close(self._descriptor)

    def find(self, pair: GamePair) -> Games | None:
        """Return the games of ``pair``; ``None`` unless both were played with this setting."""
        first, second = (self._known.get(key) for key in _keys_of_pair(pair, self.setting))
        return None if first is None or second is None else (first, second)

    def add(self, games: Games) -> None:
        """Write a pair of games to the disk before returning.

        Raises:
            GamesError: if it cannot be written.
        """
        text = "".join(f"{game_file.dump_game_line(record)}\n" for record in games)
        data = memoryview(text.encode("ascii"))
        try:
            while data:
                data = data[os.write(self._descriptor, data) :]
            os.fsync(self._descriptor)
        except OSError as problem:
            raise GamesError(f"{self.path} cannot be written: {problem.strerror}.") from None
        for record in games:
            self._known[_key(record)] = record

    @property
    def outdated(self) -> int:
        """Return the number of stored games of other settings, which do not count."""
        return sum(record.setting != self.setting for record in self._known.values())

    def count_outdated_by_player(self, players: Iterable[Player]) -> dict[str, int]:
        """Return, by player, the number of games with another edition of their program.

        Only players of whom there are such games have a number.
        """
        digests = {player.name: player.submission.digest for player in players}
        found: Counter[str] = Counter()
        for record in self._known.values():
            for name, digest in zip(record.players, record.digests, strict=True):
                if record.setting == self.setting and digests.get(name, digest) != digest:
                    found[name] += 1
        return dict(found)

    def _read(self) -> None:
        with os.fdopen(os.dup(self._descriptor), "rb") as file:
            data = file.read()
        whole, _, rest = data.rpartition(b"\n")
        if rest:  # a line that was being written when the program was killed
            os.ftruncate(self._descriptor, len(data) - len(rest))
        os.lseek(self._descriptor, 0, os.SEEK_END)
        for number, line in enumerate(whole.splitlines(), 1):
            try:
                record = game_file.load_game_line(line.decode("ascii"))
            except (ReportError, UnicodeDecodeError) as problem:
                raise GamesError(
                    f"{self.path}, line {number}: {problem} Remove the line; its pair of games is "
                    "played again then."
                ) from None
            self._known[_key(record)] = record


def _key(record: GameRecord) -> _Key:
    return (
        record.players, record.digests, record.opening, record.seed, record.seconds, record.setting,
        record.board,
    )  # fmt: skip


def _keys_of_pair(pair: GamePair, setting: str) -> tuple[_Key, _Key]:
    """Return the keys of the two games of a pair."""
    (name, other), (digest, other_digest) = pair.names, pair.digests
    opening, seed, seconds = pair.opening, 2 * pair.seed, pair.seconds
    return (
        ((name, other), (digest, other_digest), opening, seed, seconds, setting, pair.board),
        ((other, name), (other_digest, digest), opening, seed + 1, seconds, setting, pair.board),
    )
