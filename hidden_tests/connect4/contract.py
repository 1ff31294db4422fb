"""How submissions of this notebook are read, see ``reference/connect4/adapter`` for the words.

Helpers come first: what they show of boards and players holds for the searches after them.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from grader.testing import Contract, Edition, Fit, Parameter, Reading, Role, owner_in
from hidden_tests.connect4 import known_answers, usual_names
from hidden_tests.connect4.editions import RULES, arguments_of, editions

_ALWAYS = {
    "board", "player", "column", "row", "opponent", "maximizing", "game", "limit", "depth", "start",
    "ordering", "moves", "pruning", "playouts", "beam", "evaluation",
}  # fmt: skip
"""Words that are passed in spite of defaults."""
_LIMITED = {"cutoff_search", "forward_pruning_search"}
_LENGTHS = {"3", "4"}
_HEURISTIC = {"evaluate", "cutoff_search", "forward_pruning_search", "agent"}
_EXACT = {"alpha_beta_search", "ordered_search"}
_HELPERS = {"actions", "result", "terminal", "utility", "evaluate"}
_PLAYS_OUT = {"monte_carlo_search", "best_first_move"}
_FUNCTIONS = {"ordering", "moves", "evaluation"}
_OF_SEARCHES = {
    "limit", "depth", "start", "alpha", "beta", "maximizing", "playouts", "seconds", "beam",
}  # fmt: skip
_OFF = {"None", "0"}
"""Defaults with which a search leaves nothing out."""
_KEPT = "3"
"""Moves that forward pruning is to keep where a number says how many are kept."""
_LEAVES_OUT = {"", "pruning", "beam"}
"""What a parameter may mean, by its name, that says how many moves are kept."""
_CELLS = {"[(_, column)]": "(row, column)", "[(column, _)]": "(column, row)"}
"""What an action is, by the form in which actions are listed."""
_RANDOM = r"rand|rnd|rng|choice|shuffle|sampl|permut|integers"
"""Words of names with which code draws at random."""
_ORDERS = re.compile(rf"\w*({usual_names.ORDERED}|plain)\w*", re.IGNORECASE)


def meaning(
    parameter: Parameter, others: Sequence[Parameter], reading: Reading
) -> Sequence[str] | None:
    """Return what ``parameter`` may mean where its name alone does not tell; else ``None``."""
    role, name = reading.role.name, parameter.name.lower()
    names = {each.name.lower() for each in others}
    if name == "actions":
        return ["column" if role == "result" else "moves"]
    off = parameter.required or parameter.default in _OFF
    if off and parameter.name in reading.survey.bounds and usual_names.word_of(name) in _LEAVES_OUT:
        return ["beam"]  # as many moves are kept, in whatever words
    if parameter.default in usual_names.SIZES and (role == "empty_board" or _makes_boards(others)):
        return [usual_names.SIZES[parameter.default]]
    if role == "empty_board" and name in usual_names.OF_BOARDS:
        return [usual_names.OF_BOARDS[name]]
    if name in {"n", "number", "num"}:
        if parameter.default in _LENGTHS or (name == "n" and role in _HELPERS):
            return ["length"]
        return ["playouts"] if role in _PLAYS_OUT or name == "n" else ["player", "length"]
    if name == "m" and role != "empty_board":
        return []  # a margin, or a number of moves: nobody knows
    if name == "k":
        return ["length"] if parameter.default in _LENGTHS else ["beam"]
    if name in {"d", "depth", "level", "plies", "ply"}:
        limited = any(re.fullmatch(usual_names.WORDS["limit"], other) for other in names - {name})
        return ["start"] if limited else ["depth"]
    if parameter.default[:1] in {"'", '"'} and not usual_names.word_of(name):
        players = (reading.edition.get("player_x"), reading.edition.get("player_o"))
        return ["player"] if parameter.default in players else None
    return None


def _makes_boards(others: Sequence[Parameter]) -> bool:
    return {"6", "7"} <= {each.default for each in others}


_IF_REQUIRED = {
    "alpha": "-inf", "beta": "inf", "quiet": "False", "length": "4", "label": "'agent'",
    "beam": "columns",
}  # fmt: skip
"""What is passed for a parameter without a default that is none of the role's own."""
_AS_IT_IS = {"rows", "columns", "shape", "player", "opponent", "row", "playouts", "seconds"}


def expressed(word: str, parameter: Parameter, reading: Reading) -> Sequence[str]:
    """Return what may be passed for ``word``, likeliest first; nothing to leave it out."""
    role = reading.role.name
    if role in _HELPERS and word in _OF_SEARCHES:
        return []  # it is no helper that is given this
    if word in _AS_IT_IS:
        return [word]
    match word:
        case "board":
            return _boards(parameter, reading)
        case "column":
            action = str(reading.edition.get("action", "column"))
            return (
                [action, "column", "(player, column)", "(row, column)"]
                if role == "result"
                else [action]
            )
        case "limit" | "depth":
            endless = role in _EXACT and not parameter.required and _is_endless(parameter.default)
            return [] if endless else ["depth"]
        case "start":
            return ["0"]
        case "maximizing":
            return ["x_moves", "o_moves", "True"]
        case "beam" if role == "forward_pruning_search":
            return [_KEPT]
        case "ordering" | "pruning" | "moves" | "evaluation":
            return _function_for(word, parameter, reading)
        case "game":
            return _games(reading)
    return [_IF_REQUIRED[word]] if parameter.required and word in _IF_REQUIRED else []


def _boards(parameter: Parameter, reading: Reading) -> Sequence[str]:
    """Return what may be passed as a board: it alone, or with whose turn it is."""
    states = [one for one in str(reading.edition.get("state", "board")).split("\n") if one]
    pairs = any("((board, player)" in str(fit.how["call"]) for fit in reading.fits.values())
    if pairs or parameter.name.lower() in {"state", "s", "node"}:
        states.append("(board, player)")
    return list(dict.fromkeys(states))


def _is_endless(depth: str) -> bool:
    """Whether a default depth lets a search look to the end of most games."""
    return depth in {"None", "inf"} or (depth.isdigit() and int(depth) > 20)


def _function_for(word: str, parameter: Parameter, reading: Reading) -> Sequence[str]:
    """Return a switch, or a function of the submission, that is passed for ``word``."""
    role = reading.role.name
    flags = {"ordering": "ordered_search", "pruning": "forward_pruning_search"}
    if word in flags and (parameter.default in {"True", "False"} or word == "pruning"):
        if not parameter.required and parameter.default in {"", *reading.survey.definitions}:
            return []  # a function by default
        flag = parameter.required or parameter.default in {"True", "False"}
        own = role in _EXACT or parameter.default == "True"
        if word == "pruning" and flag and own and "f" not in parameter.name:
            return ["True"]  # alpha-beta search prunes, too
        wanted = role == flags[word]
        if parameter.default in _OFF:  # a threshold, or a number of moves: nobody knows which
            return []
        if parameter.default.lstrip("-").replace(".", "").isdigit():  # how much is left out
            return [] if wanted else ["None"]
        return [str(wanted)]
    orders = [name for name in reading.survey.definitions if _ORDERS.fullmatch(name)]
    plain = [
        name for name in orders if re.fullmatch(usual_names.PLAIN, name.replace("_", "").lower())
    ]
    first = plain if role != "ordered_search" else [one for one in orders if one not in plain]
    if word == "evaluation" or role not in _EXACT:
        first = []
    if not parameter.required:
        given = word == "evaluation" and parameter.default == "None" and role in _LIMITED
        return (
            [reading.fits["evaluate"].name, "None"]
            if given and "evaluate" in reading.fits
            else first
        )
    filled = "evaluate" if word == "evaluation" else "actions"
    found = [reading.fits[filled].name] if filled in reading.fits else []
    return [*first, *found, *(orders if filled == "actions" else []), "None"]


def _games(reading: Reading) -> list[str]:
    """Return objects that hold the board, or the rules."""
    # Where the edition names the rules, these are an object, and states are another one.
    states = "" if "rules" in reading.edition else str(reading.edition.get("state", ""))
    held = [state for state in states.split("\n") if state.startswith("with_board")]
    rules = reading.fits.get("result") or reading.fits.get("actions")
    owner = "" if rules is None else owner_in(str(rules.how["call"]))
    made = [
        f"{name}({arguments_of(one)})"
        for name, one in reading.survey.definitions.items()
        if len(RULES & {*one.methods}) > 1
        and not any(each.required for each in one.parameters or ())
    ]
    ordered = [one for one in made if _ORDERS.match(one)]
    if reading.role.name == "ordered_search" and ordered:
        return ordered
    return held or ([owner] if owner and "(" in owner else made)


def objects(name: str, made: Sequence[str], reading: Reading) -> Sequence[str]:
    """Return objects of the class ``name`` to be asked: in the position, or with the depth."""
    known = [each for each, of in reading.survey.objects.items() if of == name]
    if str(reading.edition.get("holder", "")) == name:
        return [one for one in str(reading.edition["state"]).split("\n") if one != "board"]
    deep = "depth" in reading.role.needs
    wrapped = [f"with_depth({one}, depth)" for one in made if deep and "depth" not in one]
    return [*made, *known, *wrapped]


def settled(edition: Edition, role: Role, fit: Fit) -> Edition:
    """Return what later roles know after ``role`` has been bound by ``fit``."""
    form = str(fit.how["answer"])
    owner = owner_in(str(fit.how["call"]))
    if role.name == "actions" and "rows" in owner and not owner.startswith("with_board"):
        edition = {**edition, "rules": owner}
    if role.name == "actions" and form in _CELLS:
        edition = {**edition, "action": _CELLS[form]}
    return edition


def _role(name: str, *, by_answers: bool = False, chance: float = 0.3, **more: object) -> Role:
    needs = {"depth"} if name in _LIMITED else {"column"} if name == "result" else set()
    return Role(
        name=name,
        takes=_TAKES.get(name, ("board", "player")),
        names=usual_names.USUAL[name],
        like=usual_names.LIKE[name],
        unlike=usual_names.UNLIKE.get(name, ""),
        methods=usual_names.METHODS if name in _PLAYING else ("__call__",),
        needs=frozenset(needs),
        sets=frozenset(_ALWAYS | _SETS.get(name, set())),
        known=known_answers.of(name),
        chance=chance,
        by_answers=by_answers,
        **more,  # type: ignore[arg-type]
    )


_TAKES: dict[str, tuple[str, ...]] = {
    "empty_board": (), "actions": ("board",), "result": ("board", "player", "column"),
    "terminal": ("board",), "visualize": ("board",), "best_first_move": (),
    "cutoff_search": ("board", "player", "depth"),
    "forward_pruning_search": ("board", "player", "depth"),
    "monte_carlo_search": ("board", "player", "playouts"),
}  # fmt: skip
"""Arguments of roles, where these are not a board and a player."""
_SETS = {"empty_board": {"rows", "columns", "shape"}, "monte_carlo_search": {"seconds"}}
"""Further words that are passed for some roles in spite of defaults."""
_PLAYING = {
    "random_player", "alpha_beta_search", "ordered_search", "cutoff_search",
    "forward_pruning_search", "monte_carlo_search", "best_first_move", "agent",
}  # fmt: skip

CONTRACT = Contract(
    roles=(
        _role("empty_board", by_answers=True),
        _role("actions", by_answers=True, chance=0.05),
        _role("result", by_answers=True, chance=0.05),
        _role("terminal", by_answers=True, chance=0.5, first=usual_names.LIKE["terminal"]),
        _role("utility", by_answers=True, chance=0.4, first=usual_names.LIKE["utility"]),
        _role("visualize", by_answers=True, chance=0),
        _role("random_player", relies_on=_RANDOM),
        _role("alpha_beta_search", by_answers=True, first=usual_names.PLAIN),
        _role(
            "ordered_search",
            part_of="alpha_beta_search",
            traces=usual_names.ORDERED,
            uses=usual_names.SORTS,
        ),
        _role("evaluate", chance=0.5, passed_as="evaluation"),
        _role("cutoff_search", by_answers=True, also=("alpha_beta_search",)),
        _role("forward_pruning_search", part_of="cutoff_search", traces=usual_names.PRUNED),
        _role("monte_carlo_search", relies_on=_RANDOM),
        _role(
            "best_first_move",
            chance=0,
            calls=("monte_carlo_search",),
            in_cells=usual_names.FIRST_MOVE,
        ),
        _role("agent", also=("cutoff_search", "monte_carlo_search")),
    ),
    words=usual_names.WORDS,
    meaning=meaning,
    expressed=expressed,
    objects=objects,
    editions=editions,
    telling=("actions", "result", "terminal", "utility", "visualize"),
    deciding=("alpha_beta_search", "evaluate"),
    helpers=("with_board", "with_depth", "game", "inf", "x_moves", "o_moves", "depth", "shape"),
    settled=settled,
)
