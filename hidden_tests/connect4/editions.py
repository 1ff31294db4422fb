"""How a submission writes boards, cells and players: read from what it defines and its empty board.

What only known answers can tell apart, as players 1 and -1 from 1 and 2, is listed with what is
likelier first.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from grader.model.submission_survey import Definition
from grader.testing import DOUBT, UNUSUAL, Edition, Parameter, Survey
from hidden_tests.connect4.usual_names import OF_BOARDS, SIZES, word_of

_LETTERS = (
    ("'x'", "'o'"), ("'X'", "'O'"), ("'R'", "'Y'"), ("'r'", "'y'"), ("'1'", "'-1'"),
    ("'1'", "'2'"), ("'R'", "'B'"), ("'A'", "'B'"), ("'B'", "'W'"),
)  # fmt: skip
_NUMBERS = (("1", "-1"), ("1", "2"))
_FLAGS = ("True", "False")
_PAIRS = (
    ("red", "yellow"), ("x", "o"), ("p1", "p2"), ("player1", "player2"), ("player_1", "player_2"),
    ("player_x", "player_o"), ("player_one", "player_two"), ("red_player", "yellow_player"),
    ("player_red", "player_yellow"), ("human", "ai"), ("player", "ai"), ("player", "opponent"),
    ("player_piece", "ai_piece"), ("max_player", "min_player"), ("one", "two"), ("me", "opponent"),
    ("red", "blue"), ("black", "white"), ("first", "second"),
)  # fmt: skip
"""Names of two players, in small letters, the first to move first."""
_PARTS_OF_PICTURES = " .-_*|+#"
_BLANKS = {"empty", "blank", "free", "none", "nobody", "no_player", "empty_cell"}
_BLANK_TEXTS = ("'-'", "'.'", "'_'", "'*'")
_DRAWS = {"draw", "tie", "empty", "none", "nobody", "blank"}
_DROPS = r"(drop|make|apply|place|do|play|insert|put|add|take|push|move|step|result)(_?\w+)?"
"""Names of parameters that are a column, and of methods that drop a disc."""
_DROPPING = re.compile(rf"{_DROPS}\((?=.*\bgame\b)(?=.*\bcolumn\b)((game|player|column)(, )?)+\)")
_NUMBERED: tuple[tuple[str, Mapping[str, Any]], ...] = (
    ("column", {}),
    ("(column, row)", {"first": 1, "upturned": True}),
    ("(column, row)", {}),
    ("(row, column)", {}),
)
"""What a move may be where rules make states of states, and how its numbers count."""
_MOST = 8
"""Editions that are told apart by known answers."""
_UNKNOWN = (
    "{} makes a board of a kind ({}) that the grader cannot write. A function of the submission's "
    "that makes one of a NumPy array of ' ', 'x' and 'o', here called of_array, lets it ask."
)
RULES = {"actions", "result", "utility", "is_terminal", "terminal", "terminal_test", "to_move"}
"""Methods of a class that holds the rules."""
_BOARD = r"(?i)board|state|grid|position"
_MAKES_STATES = re.compile(
    r"(?i)(\b|\.|_)((to|of|as|make|new|get|build|create|convert)_?(state|position|node|game|dict|bit)"
    r"|(to|from|of|convert)_?(array|board|grid|numpy|np))\w*\((?=.*\bboard\b)"
)
"""Calls of what makes a state of a board, by its name."""
MADE_OF_ARRAY = "of_array(board)"
"""What is passed for a board of an unknown kind in lines that are offered."""
_UNSEEN = (
    "No function was found that makes an empty board, and no answer shows how boards are written, "
    "so that a person has to look."
)
_ROWS_UP = (
    "Whether the first row is the bottom one, to which discs fall, or the top one, at which they "
    "stay, does not show in the other functions, or these contradict each other; a person has to "
    "look. With this line it is the bottom one."
)
_OF_STATES = {"board", "player", "opponent", "rows", "columns"}
"""Words for parts of a state that depend on the position."""
_FEW = 2
"""Methods of a class that only holds a board, at most."""
_LONGEST = 100
"""Characters of a kind of board."""
_TEMPLATE = {
    "container": "array",
    "cell": "' '",
    "rows": 6,
    "columns": 7,
    "state": "board",
    "parts": [],
    "values": [],
    "inner": "",
    "made": "None",
}


_DESCRIBED = {
    "container": str, "rows": int, "columns": int, "cell": str, "state": str, "parts": list,
    "values": list, "inner": str,
}  # fmt: skip
"""What the adapter says of an empty board."""


def editions(
    survey: Survey, ask: Callable[[str, str, Edition], Any], calls: Mapping[str, Sequence[str]]
) -> Iterator[Edition]:
    """Yield ways in which the submission may write values, likeliest first.

    Args:
        survey: what it defines.
        ask: asks it without arguments, and describes the answer.
        calls: by role how it may be called; under no name how all other functions may be.
    """
    start = _empty_board(survey, ask, calls)
    described, doubt, shown = start.described, start.doubt, start.described is not _TEMPLATE
    made = _made_of_a_board(survey, str(described["inner"]))
    holder = "" if made else start.holder
    blanks = [str(described["cell"])]
    if not shown:
        there = _constants(survey)
        blanks = [value for name, value in there.items() if name in _BLANKS]
        blanks += [text for text in _BLANK_TEXTS if text in survey.literals]
        blanks += ["0"] if "0" in survey.literals and "' '" not in survey.literals else ["' '"]
        blanks = list(dict.fromkeys(blanks))
    drop = _drop(survey, holder)
    across = shown and (described["rows"], described["columns"]) == (7, 6)
    containers = [described["container"]] if shown else _likely_containers(survey)
    states = "\n".join((made, "board") if made else _states(described, holder, survey))
    unseen = {} if shown or doubt else {DOUBT: _UNSEEN}
    found: list[Edition] = []
    for container, blank in itertools.product(containers, blanks):
        for cells, players in _symbols(survey, blank):
            found += [
                {
                    "container": container, "empty": blank, "x": cells[0], "o": cells[1],
                    "player_x": players[0], "player_o": players[1], "across": across,
                    "upturned": False, "first": 0, "turned": False, "action": "column",
                    "drop": drop, "holder": holder, "state": states, **unseen,
                }
            ]  # fmt: skip
    made_of_arrays = [] if shown else [*_with_made_states(ask, calls, found)]
    found = found[:_MOST]
    yield from made_of_arrays
    if start.rules:
        yield from (
            {
                **one, **numbers, "action": action, "rules": start.rules, "blind": True,
                "state": f"with_board({start.unknown}, board, player)",
                "drop": f"{start.rules}.result(game, {action})",
            }
            for one in _first_of_each(found, "player_x", "player_o")[:_FEW]
            for action, numbers in _NUMBERED
        )  # fmt: skip
        yield {**found[0], "state": start.unknown, DOUBT: doubt}
        return
    if start.unknown:
        dropping = [drop] if drop else _dropping(calls)
        state = f"with_board({start.unknown}, board, player)"
        yield from (
            {**one, "state": state, "drop": call, "blind": True}
            for one in _first_of_each(found, "player_x", "player_o")
            for call in dropping
        )
    yield from found
    yield from ({**one, "upturned": True, UNUSUAL: _ROWS_UP} for one in found[:3])
    yield from ({**one, "first": 1} for one in found[:2])
    if not any(_players(survey)):
        yield from ({**one, "turned": True} for one in found[:1])
    if doubt and not made_of_arrays:
        yield {**found[0], "state": MADE_OF_ARRAY, "holder": holder, DOUBT: doubt}


def _likely_containers(survey: Survey) -> list[str]:
    """Return what boards may be where none was seen: arrays come first if there is NumPy."""
    mentions = (name for one in survey.definitions.values() for name in one.mentions)
    return ["array", "lists"] if {"np", "numpy"} & {*mentions} else ["lists", "array"]


@dataclass(frozen=True, slots=True)
class _EmptyBoard:
    """An empty board of a submission.

    Attributes:
        described: what it is like; the template if none of a known form was seen.
        holder: the class of objects that hold one; empty without any.
        doubt: a sentence if its form is not known,
        unknown: and the call that makes it.
        rules: an object whose method ``result`` makes states of states, if that is known.
    """

    described: Mapping[str, Any]
    holder: str
    doubt: str = ""
    unknown: str = ""
    rules: str = ""


def _empty_board(
    survey: Survey, ask: Callable[[str, str, Edition], Any], calls: Mapping[str, Sequence[str]]
) -> _EmptyBoard:
    """Return the empty board that the submission makes."""
    holder, held, doubt, unknown = "", None, "", ""
    for name, one in survey.definitions.items():
        if one.kind == "class" and one.parameters is not None:
            made = f"{name}({_sizes_of(one)})"
            told = ask("empty_board", made, {})
            if _is_description(told) and told["state"] == "object" and len(one.methods) > _FEW:
                holder, held = "" if _is_told_boards(one) else name, {**told, "made": made}
            elif _unknown_kind(told) and not holder and _is_moved(survey, name):
                holder, unknown = name, _constructed(survey, name) or made
                doubt = _UNKNOWN.format(made, _unknown_kind(told))
    sized = [call for call in calls.get("", ()) if "rows" in call and "columns" in call]
    named = calls.get("empty_board", ())
    for call in named or (() if held else sized):
        told = ask("empty_board", call, {})
        if _is_description(told) and (named or told.get("blank") is True):
            of = str(told["parts"][0]) if told["state"] == "object" else holder
            return _EmptyBoard({**told, "made": call}, of if of in survey.definitions else "")
        if (kind := _unknown_kind(told)) and not doubt:
            doubt, unknown = _UNKNOWN.format(call, kind), call
    if held:
        return _EmptyBoard(held, holder)
    for rules in () if unknown else _rules(survey):
        initial = f"{rules}.initial"  # as games are written in the library of a well-known book
        if kind := _unknown_kind(ask("empty_board", initial, {})):
            return _EmptyBoard(_TEMPLATE, "", _UNKNOWN.format(initial, kind), initial, rules)
    return _EmptyBoard(_TEMPLATE, holder, doubt, unknown)


def _rules(survey: Survey) -> Iterator[str]:
    """Yield objects that know the rules, and make states of states."""
    for name, one in survey.definitions.items():
        if one.kind == "class" and "result" in one.methods and len(RULES & {*one.methods}) > 1:
            yield f"{name}({arguments_of(one)})"


def _dropping(calls: Mapping[str, Sequence[str]]) -> list[str]:
    """Return calls of functions that drop a disc in ``game``, a board of whatever form."""
    told = [re.sub(r"\bboard\b", "game", one) for one in calls.get("", ())]
    told = [re.sub(r"\bcolumns\b", "column", one) for one in told]  # as for an empty board
    return [call for call in told if _DROPPING.fullmatch(call)][:_FEW]


def _with_made_states(
    ask: Callable[[str, str, Edition], Any],
    calls: Mapping[str, Sequence[str]],
    editions: Sequence[Edition],
) -> Iterator[Edition]:
    """Yield editions in which a function of the submission's makes states of boards."""
    makers = [call for call in calls.get("", ()) if _MAKES_STATES.search(call)]
    # What makes states is given boards of the handout's kind, not those with cells like its own.
    for edition in reversed(_first_of_each(editions, "container", "empty")):
        made = (call for call in makers if ask("empty_board", call, edition) is not None)
        yield from ({**edition, "state": f"{call}\nboard"} for call in itertools.islice(made, 1))


def _first_of_each(editions: Iterable[Edition], *keys: str) -> list[Edition]:
    """Return the first of all editions that have the same values of ``keys``."""
    found: dict[tuple[Any, ...], Edition] = {}
    for one in editions:
        found.setdefault(tuple(one[key] for key in keys), one)
    return [*found.values()]


def _is_moved(survey: Survey, name: str) -> bool:
    """Say whether objects of a class are boards of some kind: a method drops a disc in them."""
    return bool(_drop(survey, name)) and not _is_told_boards(survey.definitions[name])


def _is_told_boards(made: Definition) -> bool:
    """Say whether most methods of a class are told a board: what it keeps itself is no state."""
    told = [
        any(re.search(_BOARD, each.name) or word_of(each.name) == "board" for each in of or ())
        for of in made.methods.values()
    ]
    return 2 * sum(told) > len(told)


def _unknown_kind(told: object) -> str:
    """Return what the adapter says of a board of no known form; empty if it says something else."""
    kind = told.get("unknown") if isinstance(told, dict) else None
    return kind[:_LONGEST] if type(kind) is str else ""


def _is_description(told: object) -> bool:
    """Say whether ``told`` is what the adapter says; beside a submission, it may be anything."""
    if not isinstance(told, dict) or not _DESCRIBED.keys() <= {*told}:
        return False
    parts, values = told["parts"], told["values"]
    return (
        all(type(told[name]) is kind for name, kind in _DESCRIBED.items())
        and all(type(part) is str for part in (*parts, *values))
        and len(values) in (0, len(parts))
        and (bool(parts) or told["state"] != "object")
    )


def _states(described: Mapping[str, Any], holder: str, survey: Survey) -> Iterator[str]:
    """Yield what may be passed for a board, each on a line: alone, or with whose turn it is."""
    named = [*zip(described["parts"], described["values"], strict=False)]
    for passed in _passed_for(named):
        if described["state"] == "tuple" and "board" in passed:
            yield f"{described['inner']}({', '.join(passed)})"
        if described["state"] == "dict":
            keyed = (f"{name!r}: {value}" for (name, _), value in zip(named, passed, strict=True))
            yield f"{{{', '.join(keyed)}}}"
    made = _constructed(survey, holder) or described["made"]
    objects = [f"with_board({made}, board, player)"] if holder else []
    yield from (*objects, "board") if described["state"] == "object" else ("board", *objects)


def _passed_for(held: Sequence[tuple[str, str]]) -> Iterator[list[str]]:
    """Yield what may be passed for the parts of a state, each a name and what an empty one holds.

    What is no board, and has no name that tells what it is, stays as it is in the empty one. If no
    name tells whose turn it is, the first of these parts may say it.
    """
    words = [
        value if value == "board" else SIZES.get(value) or word_of(name) for name, value in held
    ]
    told = [
        word if word in _OF_STATES else value or "None"
        for word, (_, value) in zip(words, held, strict=True)
    ]
    unnamed = [place for place, word in enumerate(words) if word not in _OF_STATES]
    if "player" not in words and unnamed:
        yield ["player" if place == unnamed[0] else one for place, one in enumerate(told)]
    if "player" in words or any(name for name, _ in held):
        yield told


def _made_of_a_board(survey: Survey, name: str) -> str:
    """Return the call that makes a state of the class ``name``, of a board and whose turn it is.

    It is empty if there is none, and if it has methods that move: such an object is brought into
    positions.
    """
    made = _constructed(survey, name)
    told = "=board" in made and "=player" in made
    return made if told and len(survey.definitions[name].methods) <= _FEW else ""


def _constructed(survey: Survey, name: str) -> str:
    """Return the call that makes an object of a class; empty if nobody knows all it needs."""
    one = survey.definitions.get(name, Definition("", None))
    given = arguments_of(one)
    known = all(f"{each.name}=" in given for each in one.parameters or () if each.required)
    return f"{name}({given})" if known and one.kind else ""


def _drop(survey: Survey, holder: str) -> str:
    """Return the call that drops a disc in ``game``, an object of the class ``holder``."""
    for method, parameters in survey.definitions[holder].methods.items() if holder else ():
        names = [one.name.lower() for one in parameters or () if one.required]
        told = [word_of(name) or "column" for name in names]
        if re.fullmatch(_DROPS, method.lower()) and sorted(told) in (
            ["column"],
            ["column", "player"],
        ):
            return f"game.{method}({', '.join(told)})"
    return ""


def arguments_of(made: Definition) -> str:
    """Return the arguments that make an object of a class that has a board, or its size."""
    words: dict[str, str] = {}
    for one in made.parameters or ():
        word = SIZES.get(one.default) or OF_BOARDS.get(one.name.lower()) or word_of(one.name)
        if word in {"rows", "columns", "board", "player", "shape"}:
            words.setdefault(word, one.name)
    return ", ".join(f"{name}={word}" for word, name in words.items())


def _sizes_of(made: Definition) -> str:
    """Return the arguments that make an object before it is known how boards are written."""
    sizes = [
        OF_BOARDS.get(one.name.lower(), "None") for one in made.parameters or () if one.required
    ]
    return ", ".join(sizes)


def _symbols(survey: Survey, blank: str) -> Iterator[tuple[Sequence[str], Sequence[str]]]:
    """Yield symbols of cells and of players that may go with an empty cell, likeliest first."""
    written = {*survey.literals, *survey.constants.values()}
    named = _named(survey)
    texts = [pair for pair in named if pair[0][:1] in "'\""]
    # What has the names of players and is as long as a cell is no colour of a picture.
    if not any(_is_cell(pair[0]) for pair in texts):
        texts = [*(pair for pair in _LETTERS if {*pair} <= written and pair not in texts), *texts]
    numbers = list(_NUMBERS)
    said = [pair for pair in named if pair[0].lstrip("-").isdigit()]
    numbers.sort(key=lambda pair: pair not in said)
    numbers += [pair for pair in said if pair not in numbers]
    members = [pair for pair in named if "." in pair[0]]
    flags = [pair for pair in named if pair[0].isidentifier()]
    flags += [_FLAGS] if any(one.default in _FLAGS for one in _players(survey)) else []
    if blank in {"0", "0.0", "-1", "-1.0"}:
        yield from ((pair, pair) for pair in numbers[:2])
        yield from ((numbers[0], pair) for pair in (*texts, *flags))
        yield from ((pair, pair) for pair in (*numbers[2:], numbers[0][::-1]))
        return
    for pair in members:
        values = f"{pair[0]}.value", f"{pair[1]}.value"
        yield from ((cells, pair) for cells in (pair, values, *texts[:2]))
        yield values, values
    bare = numbers[:2] if blank == "None" else []
    yield from ((pair, pair) for pair in (*texts, *flags, *bare))
    yield from ((pair, flags_) for pair in texts for flags_ in flags)
    yield from ((pair, players) for pair in texts[:1] for players in numbers)
    if not texts:
        yield _LETTERS[0], _LETTERS[0]


def _is_cell(text: str) -> bool:
    """Whether ``text``, as it is written, is a text of a single character."""
    return len(text) == len("'x'") and text[0] in "'\""


def _players(survey: Survey) -> Iterator[Parameter]:
    """Yield the parameters that say whose turn it is."""
    for one in survey.definitions.values():
        for parameters in (one.parameters, *one.methods.values()):
            yield from (each for each in parameters or () if word_of(each.name) == "player")


def _constants(survey: Survey) -> dict[str, str]:
    """Return global values by their names in small letters, a constant before a variable."""
    constants_last = sorted(survey.constants.items(), key=lambda each: each[0].isupper())
    return {name.lower(): value for name, value in constants_last}


def _named(survey: Survey) -> list[tuple[str, str]]:
    """Return pairs of players that the submission names, as they are written."""
    found: list[tuple[str, str]] = []
    for name, members in survey.members.items():
        two = [one for one in members if one.lower() not in _DRAWS]
        if len(two) == 2 and any(
            word in name.lower() for word in ("player", "piece", "disc", "cell")
        ):
            found.append((f"{name}.{two[0]}", f"{name}.{two[1]}"))
    for of in dict.fromkeys(survey.objects.values()):
        two = [name for name, each in survey.objects.items() if each == of]
        if len(two) == 2 and word_of(of) == "player":
            found.append((two[0], two[1]))
    there = _constants(survey)
    order = list(there)
    for pair in _PAIRS:
        if {*pair} <= {*there} and there[pair[0]] != there[pair[1]]:
            one, other = sorted(pair, key=order.index)
            found.append((there[one], there[other]))
    if not found:
        constants = [value for name, value in survey.constants.items() if name.isupper()]
        cells = [one for one in constants if _is_cell(one) and one[1] not in _PARTS_OF_PICTURES]
        found = [(cells[0], cells[1])] if len(cells) == 2 else []  # in whatever language
    return list(dict.fromkeys(found))
