"""Represents the request for one call: the function, its arguments, and its limits."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from grader.model.role_binding import Fit
from grader.model.time_limits import CallLimits
from grader.wire import Codec, InjectedFunction, OwnFunction

_OWN = re.compile(r'\{"own":"(\w+)"\}')
"""A reference to a function of the submission in encoded arguments; no text looks like it, because
its quotes are escaped."""


@dataclass(frozen=True, slots=True)
class EncodedCall:
    """A function and its arguments in encoded form: encoded once, sent often."""

    function: str
    args: tuple[Any, ...]
    kwargs: Mapping[str, Any]
    text: str
    """Three members of a JSON object. Of lent functions it says names and numbers only."""
    lent: tuple[str, ...] = ()
    """What each of these is made of, as JSON: its name, and what it is configured with."""

    @classmethod
    def of(
        cls, codec: Codec, function: str, args: tuple[Any, ...], kwargs: Mapping[str, Any]
    ) -> EncodedCall:
        """Return the encoded form of a function and its arguments.

        Raises:
            Untransferable: if that cannot be done.
        """
        lent: list[Any] = []
        sent = codec.encode_apart(list(args), lent), codec.encode_apart(dict(kwargs), lent)
        text = '"function":{},"args":{},"kwargs":{}'.format(json.dumps(function), *sent)
        described = [json.dumps(each, separators=(",", ":")) for each in lent]
        return cls(function, args, kwargs, text, tuple(described))


@dataclass(frozen=True, slots=True)
class Call:
    """A call of a student's function, or of a method of an object in the student's process.

    Attributes:
        function: the name of a function or class of the module, or of a method of ``on``.
        args: plain data, and ``InjectedFunction`` and ``OwnFunction`` references.
        known: function and arguments, if somebody has encoded them before.
        on: handle of the object whose method is called; empty for a function of the module.
        keep: handle under which the process keeps what the call returns; the answer is then
            ``None``. It lasts as long as the process. Empty if the value itself is the answer.
        freeze: whether, once it is answered, its process and all that it has started stand still
            until the next call, and their clocks with them. Without a sandbox nothing does. A
            process that cannot be stopped is ended.
        fit: what fills the role that ``function`` is; ``None`` if it is no role but a name.
        own: what fills roles that ``Own`` references among the arguments may name.
    """

    function: str
    args: tuple[Any, ...]
    kwargs: Mapping[str, Any]
    seed: int
    limits: CallLimits
    known: EncodedCall | None = field(default=None, compare=False, repr=False)
    on: str = ""
    keep: str = ""
    freeze: bool = False
    fit: Fit | None = None
    own: Mapping[str, Fit] = field(default_factory=dict)

    def asks(self, function: str, args: tuple[Any, ...], kwargs: Mapping[str, Any]) -> bool:
        """Return whether the call asks a module's function for its value for these arguments."""
        asked = self.function == function and self.args == args and self.kwargs == kwargs
        return asked and not self.on and not self.keep

    def functions(self) -> tuple[set[str], list[str]]:
        """Return the names of functions among the arguments: the submission's own, and lent ones.

        Also of those that are lent to a lent one.
        """
        own: set[str] = set()
        lent: list[str] = []
        left = [*self.args, *self.kwargs.values()]
        while left:
            value = left.pop(0)
            if isinstance(value, OwnFunction):
                own.add(value.name)
            elif isinstance(value, InjectedFunction):
                lent.append(value.name)
                left += (value.config or {}).values()
        return own, lent

    def encoded(self, codec: Codec) -> EncodedCall:
        """Return the function and arguments in encoded form.

        Raises:
            Untransferable: if its arguments cannot.
        """
        known = self.known
        if known is None or not (
            known.function == self.function
            and known.args is self.args
            and known.kwargs is self.kwargs
        ):
            known = EncodedCall.of(codec, self.function, self.args, self.kwargs)
        return known

    def described(self, codec: Codec, nonce: str, first: int = 0) -> str:
        """Return the call as JSON for a sandbox, whose answer has to repeat ``nonce``.

        ``first`` is how many functions earlier calls of its process were lent.

        Raises:
            Untransferable: if its arguments cannot travel.
        """
        about = f'"nonce":"{nonce}","seed":{self.seed},"speed":{self.limits.speed!r}'
        if self.on:
            about += f',"on":{json.dumps(self.on)}'
        if self.keep:
            about += f',"keep":{json.dumps(self.keep)}'
        # What differs between submissions stays out of what is encoded once for all of them.
        if self.fit is not None:
            about += f',"fit":{json.dumps(self.fit.sent)}'
        known = self.encoded(codec)
        if known.lent:
            about += f',"first":{first}'
        asked = known.text
        if self.own and (own := {*_OWN.findall("".join((asked, *known.lent)))} & set(self.own)):
            about += f',"own":{json.dumps({name: self.own[name].sent for name in sorted(own)})}'
        return f"{{{about},{asked}}}"

    def lending(self, codec: Codec) -> str:
        """Return the configurations of lent functions among the arguments, and the seed, as JSON.

        Raises:
            Untransferable: if its arguments cannot travel.
        """
        return f'{{"seed":{self.seed},"lent":[{",".join(self.encoded(codec).lent)}]}}'
