"""What the parameters of a student's function are for, and what is passed for them."""

from __future__ import annotations

import inspect
import re
import sys
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from .boards import theirs_of
from .forms import ARGUMENTS, EXACT, LIMITED, Board, Convention, cell_of, other_than
from .symbols import symbol_of

_WHOSE = r"player|turn|mark(er)?|symbol|piece|disc"
_MEANINGS = [
    (meaning, re.compile(names, re.IGNORECASE))
    for meaning, names in (
        (
            "board",
            r"b|s|((cur(rent)?|game|new|init(ial)?)_?)?(board|state|grid|position)(_?state)?",
        ),
        (
            "player",
            rf"p|who|mover|to_move|((cur(rent)?|my|next)_?)?({_WHOSE})(_?(mark|piece))?",
        ),
        ("row", r"r|row(_?(index|idx|num|no|number))?"),
        ("action", r"a|c|action|move|col(umn)?(_?(index|idx|num|no|number|choice))?"),
        ("cutoff", r"cut_?off(_?\w+)?|(max|limit)_?(d|depth|ply)|depth_?(limit|max)|look_?ahead"),
        ("depth", r"d|depth|plies|ply|level|(cur(rent)?|search)_?depth"),
        (
            "playouts",
            r"n|(n|num|number|max)?_?(of_?)?(playouts?|sim\w*|games|rollouts?|iter\w*|trials|runs)",
        ),
        (
            "seconds",
            r"((max|think(ing)?|move)_?)*(time|sec(ond)?s)(_?(limit|budget|allowed|out|max))?",
        ),
        ("alpha", r"alpha|alfa"),
        ("beta", r"beta"),
        (
            "ordering",
            r"((use|do|with|is|enable)_?)?((move|action)s?_?)?(order(ing|ed)?|sort(ed|ing)?)",
        ),
        (
            "pruning",
            r"((use|do|with|is|enable)_?)?(fp|forward_?prun(e|ed|ing)|forward|prune_?forward)",
        ),
        (
            "beam",
            r"beam\w*|top|(top|keep)_?(k|n|moves)|(n|num|max)_?(best|keep|children)|branching\w*",
        ),
        ("quiet", r"verb(ose)?|debug|trace|(show|print)\w*"),
        ("game", r"g|(the_?)?(game|env(ironment)?|connect_?(4|four)|c4)(_?(obj(ect)?|instance))?"),
        ("label", r"name|label"),
        ("shape", r"shape|size|(board_?)?(shape|size|dim(ension)?s?)"),
        ("length", r"k|connect\w*|(n_?)?in_?a?_?row|win_?len(gth)?|length|n_?connect"),
        ("maximizing", r"(is_?)?max(imi[sz]ing)?(_?player)?|is_?max\w*"),
        ("opponent", r"opp(onent)?\w*|other(_?player)?|enemy"),
        ("evaluation", r"heur\w*|(my_?)?eval\w*|(h|score|scoring|value)_?(fn|fun\w*)"),
        ("rows", r"(n_?|num_?)?rows?|height|h"),
        ("columns", r"(n_?|num_?)?(col(umn)?s)|width|w"),
    )
]
"""What parameters are for, by their names."""

_DEEPER = {"cutoff", "alpha", "beta"}
"""Parameters that are filled in spite of their defaults if a convention says so."""

_MADE_FOR = {"board", "rows", "columns", "shape", "player", "opponent", "cutoff"}
"""Parameters of classes that are filled in spite of their defaults."""

_SWITCHES = {
    "alpha_beta_search": ("ordering", "pruning"),
    "ordered_search": ("ordering", "pruning"),
    "cutoff_search": ("pruning",),
    "forward_pruning_search": ("pruning",),
}
"""Switches that roles set, whatever their defaults: one does without what another does with."""

_HEURISTIC = {*LIMITED, "agent"}
"""Roles in which ``h`` is no height."""

_KEPT = 3
"""Moves that forward pruning is to keep where a number says how many are kept."""
_USUAL = {6: "rows", 7: "columns"}
"""Sizes of the usual board, by which parameters with such defaults are known."""
_LENGTHS = {3, 4}
"""Default numbers that are discs of a line, and no playouts."""
_WITH_PLAYOUTS = {"monte_carlo_search", "best_first_move", "agent"}
"""Roles in which ``n`` may be a number of playouts; elsewhere it is the discs of a line."""

_PLIES = 4
"""Of an agent that has to be told how far to look ahead."""
_SECONDS, _SECONDS_TRIED = 1.0, 0.1
"""For a move of an agent that is given a time limit: in tests, and while conventions are tried."""
_DEEPEST = 8
"""The greatest depth with which agents play whole games."""


def facts(how: Convention, given: Mapping[str, Any]) -> dict[str, Any]:
    """What can be passed by meaning, as the student has it; for a board nothing but itself."""
    board, player = given["board"], given["player"]
    grid = theirs_of(board, how)
    rows, columns = given.get("shape", (len(board), len(board[0])))
    return {
        **{name: given[name] for name in ("cutoff", "playouts") if name in given},
        "grid": grid,
        "board": grid,
        "player": symbol_of(player, how),
        "opponent": symbol_of(other_than(player), how),
        "action": _action(board, player, given.get("action", 0), how),
        "shape": (rows, columns),
        "rows": rows,
        "columns": columns,
        "empty": "".join(board).count(" "),
        **({"row": _row(board, given["action"], how)} if "action" in given else {}),
    }


_LANDING = (
    "get_next_open_row", "next_open_row", "get_open_row", "get_next_row", "next_row", "get_row",
    "find_row", "open_row", "lowest_row", "get_lowest_row", "first_empty_row", "get_empty_row",
    "find_empty_row", "find_open_row", "available_row", "get_available_row",
)  # fmt: skip
"""Functions of students that say in which row a disc lands."""


def _action(board: Board, player: str, column: int, how: Convention) -> Any:
    own = column + int(how["first"])
    match how["action"]:
        case "cell":
            return cell_of(board, column, how)
        case "player column":
            return symbol_of(player, how), own
        case "column player":
            return own, symbol_of(player, how)
    return own


def _row(board: Board, action: int, how: Convention) -> Any:
    """The row in which a disc lands, by the student's own function if there is one."""
    if "row" not in str(how["order"]).split():
        return None
    module = vars(sys.modules["submission"]) if "submission" in sys.modules else {}
    for name in _LANDING:
        if callable(own := module.get(name)):
            return own(theirs_of(board, how), action + int(how["first"]))
    return cell_of(board, action, {**how, "across": False})[0]


def _cutoff(target: Any, how: Convention, values: Mapping[str, Any]) -> int:
    """How far to look where nobody says it; what is made is asked about other boards as well."""
    if how["role"] not in EXACT:
        return _PLIES
    return int(values["rows"] * values["columns"] if _makes(target, how) else values["empty"])


def _own(name: str) -> Any:
    """What ``name`` stands for in the student's module."""
    return vars(sys.modules["submission"])[name]


def bound(
    target: Callable[..., Any], how: Convention, values: Mapping[str, Any], wanted: list[str]
) -> tuple[list[Any], dict[str, Any]]:
    """Arguments for ``target``: what is ``wanted`` in order, and what further parameters are for.

    Those of a class, for which nothing is wanted, may be for anything.
    """
    further = {
        "alpha": -np.inf, "beta": np.inf, "quiet": False, "length": 4, "maximizing": True,
        "depth": 0, "cutoff": _cutoff(target, how, values), "playouts": 100,
        "label": "agent", "seconds": _SECONDS_TRIED if how.get("tried") else _SECONDS,
        "ordering": how["flag"] == "ordering",
        "pruning": how["flag"] == "pruning",
        "beam": _KEPT if how["flag"] == "pruning" else values["columns"],
        **({"new game": values["new game"]} if "new game" in values else {}),
        **({"evaluation": _own(str(how["evaluator"]))} if how["evaluator"] else {}),
        **(values if _makes(target, how) else {}),
    }  # fmt: skip
    _check_turn(target, how)
    positional: list[Any] = []
    named: dict[str, Any] = {}
    skipped = False
    for parameter, meaning in parameters_of(target, how):
        if parameter.kind is parameter.VAR_KEYWORD:
            continue
        if parameter.kind is parameter.VAR_POSITIONAL:
            positional += [values[name] for name in wanted]
            wanted = []
            continue
        if meaning in wanted[1:]:
            raise ValueError(
                f"Its parameter {parameter.name} comes too early: the call is {_in_order(how)}."
            )
        if wanted and meaning in {"", wanted[0]} and wanted[0] in values:
            value = values[wanted.pop(0)]
        elif _has_default(parameter, meaning, target, how):
            skipped = True
            continue
        else:
            value = _further(parameter, meaning, further)
        if skipped or parameter.kind is parameter.KEYWORD_ONLY:
            named[parameter.name] = value
        else:
            positional.append(value)
    if wanted:
        raise ValueError(f"It takes too few arguments: the call is {_in_order(how)}.")
    return positional, named


def _in_order(how: Convention) -> str:
    """The arguments of a call in their order, to be read."""
    return ", ".join(str(how["order"]).split())


def _check_turn(target: Any, how: Convention) -> None:
    """Refuse a convention that leaves a flag as it is by which alone ``target`` knows the player.

    Raises:
        ValueError: if this is one.
    """
    meanings = {meaning for _, meaning in parameters_of(target, how)}
    plays = "player" in ARGUMENTS[str(how["role"])] and not _makes(target, how)
    unsaid = how["state"] == "board" and not how["turned"] and "player" not in str(how["order"])
    if plays and unsaid and "maximizing" in meanings and "player" not in meanings:
        raise ValueError("Whose turn it is has to be said by a flag.")


def _makes(target: Any, how: Convention) -> bool:
    """Whether ``target`` makes what is asked: a class, or a function that makes functions."""
    return isinstance(target, type) or (how["maker"] is True and not how["call"])


def made_with(how: Convention) -> str:
    """What functions that make an agent are given, by its meaning."""
    return "playouts" if how["role"] == "monte_carlo_search" else "cutoff"


def has_switch(target: Any, how: Convention) -> bool:
    """Whether a parameter of ``target`` switches on what the convention says."""
    return any(
        (meaning == how["flag"] and _switches(parameter))
        or (how["flag"] == "pruning" and meaning == "beam" and _is_open(parameter))
        for parameter, meaning in parameters_of(target, how)
    )


def _switches(parameter: inspect.Parameter) -> bool:
    return parameter.default is parameter.empty or isinstance(parameter.default, bool)


def _is_open(parameter: inspect.Parameter) -> bool:
    """Whether a parameter with a number has none by default."""
    return parameter.default is parameter.empty or parameter.default is None


def _has_default(parameter: inspect.Parameter, meaning: str, target: Any, how: Convention) -> bool:
    """Whether it can be left out; a search without a limit cannot play a whole game."""
    if parameter.default is not parameter.empty and callable(parameter.default):
        return True  # nothing that is passed is a function, unless there is no other way
    makes = _makes(target, how)
    if makes and meaning == "playouts" == made_with(how):
        return False
    if meaning == "seconds" and how.get("tried"):
        return False
    if makes and meaning in _MADE_FOR and (meaning != "cutoff" or how["role"] in LIMITED):
        return False
    if not makes and meaning == "player" and "player" in ARGUMENTS[str(how["role"])]:
        return False  # what is not said whose turn it is plays for whom it likes
    if meaning in _SWITCHES.get(str(how["role"]), ()) and _switches(parameter):
        return False
    if meaning == "beam" and how["flag"] == "pruning" and _is_open(parameter):
        return False
    if meaning == "game" and type(parameter.default).__name__ == how["holder"]:
        return False  # a game of the size that its author has tried last
    unlimited = meaning == "cutoff" and _is_unlimited(parameter.default)
    deeper = how["more"] and meaning in _DEEPER
    return parameter.default is not parameter.empty and not unlimited and not deeper


def _is_unlimited(depth: object) -> bool:
    """Whether a default depth lets a search look to the end of most games."""
    return depth is None or (isinstance(depth, int | float) and depth > _DEEPEST)


def _further(parameter: inspect.Parameter, meaning: str, further: Mapping[str, Any]) -> Any:
    """What is passed for a parameter beside what is wanted; of what has to be made, a new one."""
    if meaning in further:
        return further[meaning]
    if meaning == "game" and "new game" in further:
        return further["new game"]()
    raise ValueError(f"Nothing is passed for its parameter {parameter.name}.")


def parameters_of(
    target: Callable[..., Any], how: Convention
) -> list[tuple[inspect.Parameter, str]]:
    """Parameters and what they seem to be for; ``""`` if their names do not say."""
    try:
        parameters = list(inspect.signature(target).parameters.values())
    except (TypeError, ValueError):
        raise ValueError("Its parameters are not known.") from None
    meanings = [meaning_of(parameter.name) for parameter in parameters]
    if isinstance(target, type) or how["role"] == "empty_board":
        meanings = _with_sizes(parameters, meanings)
    else:
        meanings = [_meant(one, meanings, str(how["role"])) for one in parameters]
    if how["state"] == "object" and "board" not in meanings:
        meanings = ["board" if meaning == "game" else meaning for meaning in meanings]
    if "cutoff" not in meanings:  # with a limit beside it, a depth says how deep the search is now
        meanings = ["cutoff" if meaning == "depth" else meaning for meaning in meanings]
    if "maximizes" in str(how["players"]):
        meanings = ["player" if meaning == "maximizing" else meaning for meaning in meanings]
    return list(zip(parameters, meanings, strict=True))


def _with_sizes(parameters: Sequence[inspect.Parameter], meanings: Sequence[str]) -> list[str]:
    """``meanings`` where a number of rows comes with one of columns, whatever they are called."""
    if not {"rows", "columns"} & {*meanings}:
        usual = [
            _USUAL.get(each.default) if type(each.default) is int else None for each in parameters
        ]
        if sorted(filter(None, usual)) == ["columns", "rows"]:
            return [size or meaning for size, meaning in zip(usual, meanings, strict=True)]
    names = [parameter.name.lower() for parameter in parameters]
    if "rows" not in meanings and not {"row", "r", "m"} & {*names}:
        return [*meanings]
    sizes = {"row": "rows", "r": "rows", "m": "rows"} | dict.fromkeys(
        ("col", "column", "c", "n"), "columns"
    )
    if "columns" in meanings:
        sizes["n"] = "length"
    return [sizes.get(name, meaning) for name, meaning in zip(names, meanings, strict=True)]


def _meant(parameter: inspect.Parameter, meanings: Sequence[str], role: str) -> str:
    """What a parameter of a function beside others of these ``meanings`` is for in a ``role``."""
    name, default = parameter.name, parameter.default
    if name in {"n", "N"}:
        is_length = type(default) is int and default in _LENGTHS
        return "length" if is_length or role not in _WITH_PLAYOUTS else "playouts"
    if role in _HEURISTIC and name == "h":
        return "evaluation"
    if role in _HEURISTIC and name == "width" and "rows" not in meanings:
        return "beam"
    return meaning_of(name)


def meaning_of(name: str) -> str:
    """What a parameter is for, by its name; ``""`` if that does not say."""
    return next((meaning for meaning, names in _MEANINGS if names.fullmatch(name)), "")
