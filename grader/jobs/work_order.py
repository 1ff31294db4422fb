"""Defines orders of work that are sent to workers as text.

A submission is to be graded, a binding of it is to be tried, or games are to be played.

A result counts only if it was made in the setting of the order, which each order states.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from functools import cached_property

from grader.jobs.grading_key import GradingSetting
from grader.model.role_binding import Edition
from grader.model.submission import Submission, digest_texts
from grader.render.json_conversion import build_from_json, parse_json, to_plain_json


@dataclass(frozen=True)
class GradingOrder:
    """An order to grade ``submission`` in ``setting``."""

    setting: GradingSetting
    submission: Submission

    @cached_property
    def key(self) -> str:
        """Return the order's key; orders with equal keys have the same answer."""
        return make_order_key(self.setting.digest, self.submission)

    @property
    def text(self) -> str:
        """Return the order as text for :func:`read_order`."""
        return json.dumps(to_plain_json(_OrderMessage(self.setting, self.submission)))


@dataclass(frozen=True)
class PairOrder:
    """An order to play ``pair`` in ``setting``."""

    setting: GradingSetting
    pair: GamePair

    @property
    def text(self) -> str:
        """Return the order as text for :func:`read_order`."""
        return json.dumps(to_plain_json(_OrderMessage(self.setting, None, self.pair)))


@dataclass(frozen=True)
class BindingTrialOrder:
    """An order to try the binding of ``role`` in ``setting`` on a few known answers.

    Attributes:
        how: with which a grading has called the submission for an earlier role; empty if none has.
    """

    setting: GradingSetting
    submission: Submission
    role: str
    how: Edition = field(default_factory=dict)

    @property
    def text(self) -> str:
        """Return the order as text for :func:`read_order`."""
        sent = _OrderMessage(self.setting, self.submission, role=self.role, how=self.how)
        return json.dumps(to_plain_json(sent))


AnyOrder = GradingOrder | PairOrder | BindingTrialOrder


def make_order_key(setting: str, submission: Submission) -> str:
    """Return the key of an order for ``submission`` in the setting with the digest ``setting``.

    The path of the submission does not matter. The names of its files do, because tracebacks and
    seeds contain them, and so do the notes about reading them.
    """
    notes = (f"{note.file}|{note.line}|{note.message}" for note in submission.notes)
    return digest_texts([setting, submission.digest, *notes])


@dataclass(frozen=True, slots=True)
class _OrderMessage:
    """The message that an order, or an inquiry, is sent as."""

    setting: GradingSetting
    submission: Submission | None
    pair: GamePair | None = None
    role: str = ""
    how: Edition = field(default_factory=dict)


def make_inquiry(setting: GradingSetting) -> str:
    """Return an order without work, as text, which asks whether a worker has ``setting``."""
    return json.dumps(to_plain_json(_OrderMessage(setting, None)))


def read_order(text: str) -> tuple[GradingSetting, AnyOrder | None]:
    """Return the setting and the order in a text; ``None`` as the order of an inquiry.

    Raises:
        ReportError: if it cannot be read.
    """
    sent = build_from_json(_OrderMessage, parse_json(text, "an order"), "an order")
    if sent.pair is not None:
        return sent.setting, PairOrder(sent.setting, sent.pair)
    if sent.submission is not None and sent.role:
        return sent.setting, BindingTrialOrder(sent.setting, sent.submission, sent.role, sent.how)
    if sent.submission is not None:
        return sent.setting, GradingOrder(sent.setting, sent.submission)
    return sent.setting, None


@dataclass(frozen=True, slots=True)
class Player:
    """A player's name, and the submission that holds their agent.

    Attributes:
        bindings: pairs of a role and a binding, as a person says how the submission is called.
    """

    name: str
    submission: Submission
    bindings: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class GamePair:
    """Two games to be played from one opening, with sides changed in the second.

    Attributes:
        opening: the first moves of both, as the game writes them.
        seed: all random numbers of both games are drawn from it.
        seconds: CPU time for each move. If that is not what the assignment promises, the clocks
            inside go faster or slower by as much, so that agents that keep their own time still do.
        board: the game's word for what is played on; empty for its usual board.
    """

    players: tuple[Player, Player]
    opening: tuple[str, ...]
    seed: int
    seconds: float
    board: str = ""

    @property
    def names(self) -> tuple[str, str]:
        """Return the names of both players."""
        return self.players[0].name, self.players[1].name

    @property
    def digests(self) -> tuple[str, str]:
        """Return the digests of both players' submissions."""
        return self.players[0].submission.digest, self.players[1].submission.digest
