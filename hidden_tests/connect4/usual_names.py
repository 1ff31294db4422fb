"""Lists what students usually call the functions, methods and parameters of this notebook."""

from __future__ import annotations

import re

USUAL: dict[str, tuple[str, ...]] = {
    "empty_board": (
        "initial_board", "create_board", "make_board", "new_board", "init_board",
        "initialize_board", "create_game", "new_game", "setup_board", "board_init", "reset_board",
        "reset", "board_empty", "empty", "init",
    ),
    "result": (
        "results", "to_move", "transition", "transition_model", "transition_function", "make_move",
        "drop", "place", "insert", "put", "move", "play", "step", "next_state", "next_board",
        "get_next_state", "update_board", "act", "perform_action", "apply", "after", "push",
    ),
    "actions": (
        "get_actions", "available_actions", "possible_actions", "legal_actions", "valid_actions",
        "check_actions", "moves", "get_moves", "action",
    ),
    "terminal": (
        "is_terminal", "over", "done", "end_of_game", "is_end", "check_end", "goal_state",
        "is_goal", "goal_test", "check_win", "check_winner", "get_winner", "winner", "is_win",
        "is_winner", "check_board", "check_state", "check_over", "check_draw", "check_goal", "goal",
        "has_ended", "is_ended",
    ),
    "utility": (
        "get_utility", "payoff", "reward", "score", "get_score", "final_value", "terminal_value",
        "get_result", "outcome", "game_result", "get_winner", "check_winner", "winner", "check_win",
        "terminal", "check_board", "evaluate_terminal", "get_value", "value",
    ),
    "visualize": (
        "visualise", "visualize_board", "visualise_board", "show_board", "print_board",
        "draw_board", "viz", "visualization", "visualization_board",
    ),
    "random_player": (
        "random_agent", "random_move", "agent_random", "player_random", "rand_agent",
        "rand_player", "agent_type",
    ),
    "alpha_beta_search": (
        "alphabeta_search", "ab_search", "minimax_search", "minimax_ab_search", "minimax_search_ab",
        "minimax_ab",
        "minimax_alpha_beta", "agent_ab", "search", "ab_pruning", "best_move", "get_best_move",
        "find_best_move",
    ),
    "ordered_search": (
        "alpha_beta_search_ordered", "alpha_beta_ordered", "ab_search_ordered",
        "alpha_beta_search_ordering", "alpha_beta_search_order", "alpha_beta_move_ordering",
        "alpha_beta_search_mo", "ab_search_mo", "alpha_beta_search2", "minimax_search2",
        "minimax_ab_search_mo", "minimax_ab_search2",
    ),
    "evaluate": (
        "evaluation", "eval_fn", "eval_fun", "eval_fct", "eval_func", "eval_function",
        "evaluate_state", "h",
    ),
    "cutoff_search": (
        "cut_off_search", "alpha_beta_cutoff_search", "alpha_beta_search_cutoff",
        "alpha_beta_cutoff", "ab_cutoff", "ab_search_cutoff", "hdepth", "minimax_cutoff_player",
        "alpha_beta_cutoff_player", "make_agent", "create_agent", "build_agent", "agent_factory",
        "get_agent", "make_player", "cutoff_player", "id_search",
    ),
    "forward_pruning_search": (
        "forward_pruning", "alpha_beta_forward_pruning", "forward_prune_search", "forward_prune",
        "search_forward_pruning", "fp_search", "pruned_search", "hdepth_fp", "shallow_pruning",
        "prune_search",
    ),
    "monte_carlo_search": (
        "pure_monte_carlo_search", "pure_monte_carlo", "monte_carlo", "pmcs", "pmc", "mcs",
        "simulate_moves", "simulate_games", "simulations", "pure_mc", "pure_mc_agent",
        "pure_mc_player", "mc_move", "mc",
    ),
    "best_first_move": (
        "find_best_first_move", "get_best_first_move", "first_move", "best_first", "best_opening",
        "best_opening_move", "best_move_first", "first_best_move", "best_start",
        "best_starting_move",
    ),
    "agent": (
        "best_agent", "tournament_agent", "my_agent", "final_agent", "my_best_agent",
        "competition_agent", "player_agent", "my_player", "tournament_player", "ai_agent",
        "ai_player",
    ),
}  # fmt: skip
"""By role. The name of the role itself comes first; names that are ``LIKE`` these follow."""

_SEARCH = r"(alphabeta|alfabeta|minimax|negamax|search|ab|tree)"
ORDERED = r"(order|sort|cent(er|re|ro)|middle|orden|ordre|ordin|milieu)"
"""Words of names that say so if moves are ordered."""
_NO_SEARCH = r"(?!.*(random|play(?!er)|test|time|plot|(?<!p)run|compare|experiment|value|node))"
_BEST = r"best(move|action|col(umn)?)"
_WHO = r"(agent|player|bot|ai(?![a-z])|(?<![a-z])ai)"
LIKE: dict[str, str] = {
    "empty_board": r"(init(ial)?i?z?e?|create|make|new|fresh|blank|empty|gen(erate)?|start(ing)?"
    r"|build|get)\w*(board|grid|state)|(board|grid)(of|new|start|fresh|gen)\w*|start|initial",
    "result": r"(drop|make|apply|place|do|play|insert|put|add|take)\w*"
    r"(move|dis[ck]|piece|token|action|chip|coin|col(umn)?)|\w*(transition|result|successor)\w*",
    "actions": r"(get|find|list|all|check)?(avail\w*|valid|legal|possible|free|open|playable)\w*"
    r"|(moves|actions|col(umn)?s)(left|remaining)",
    "terminal": r"\w*(terminal|gameover|isover|finished|endgame|gameend|isdone|status)\w*"
    r"|winner(of|in|on|for)\w*",
    "utility": r"\w*util\w*|winner(of|in|on|for)\w*",
    "visualize": r"(show|print|draw|disp|visuali[sz]|plot|render|view|pretty|pic(ture)?|zeige?"
    r"|anzeige|mostra|affich|imprim|dibuj|stampa|desenha)\w*|__(str|repr)__",
    "random_player": r"\w*(rand|rnd|zufall|aleat|hasard|casual)\w*",
    "alpha_beta_search": rf"{_NO_SEARCH}\w*(alphabeta|alfabeta|minimax|negamax|ab(search|move|best"
    r"|agent|player|bot|ai|prun))\w*",
    "ordered_search": rf"{_NO_SEARCH}(?!.*(heur|cut|forward))(?=\w*({ORDERED}|ord$))"
    rf"\w*({_SEARCH}|{_WHO}|{_BEST})\w*",
    "evaluate": rf"(?!.*(agent|player|play|test|{_SEARCH}))"
    r"\w*(eval|heur|hueris|score|threat|strength|bewert)\w*"
    r"|h(\d|val(ue)?|fn|fun\w*)|(state|board|position)?value\w*|guess\w*|estimat(e|or|ion)\w*"
    r"|judg\w*|assess\w*|features?|static\w*"
    r"|rat(e|ing)\w*|apprais\w*|(position|board|state)?(worth|quality|potential|advantage)\w*",
    "cutoff_search": rf"{_NO_SEARCH}(?!.*(forward|fp|prun))"
    rf"((?=\w*(heur|cut|depth|limit))\w*({_SEARCH}|{_WHO}|{_BEST})\w*|h\w*{_SEARCH}\w*"
    rf"|\w*({_SEARCH}|{_WHO})h"
    rf"|\w*(deepening|iterative)\w*|ids?{_WHO}|{_WHO}ids?|h(eur\w*)?move\w*"
    r"|(to|with)?cutoff(at)?|(depth)?limited|lookahead\w*|see\w*ahead\w*|abschneide\w*"
    r"|(recherche|busqueda|busca|ricerca|suche)\w*(coup|cort|taglia|limit|begrenzt|tiefe))",
    "forward_pruning_search": rf"{_NO_SEARCH}((?=\w*(forward|(?<!f)fp|beam|nullmove))\w*"
    rf"({_SEARCH}|{_WHO}|prun|move|\d)\w*|forward\w*|prun(ed|ing)({_SEARCH}|{_WHO})\w*"
    rf"|(?=\w*(heur|cut|depth|limit|ahead|h(alphabeta|minimax|search)))\w*prun\w*)",
    "monte_carlo_search": r"(?!.*(play(?!er)|test|simulat))"
    r"(\w*(montecarlo|pmc|mcts|mcs|uct)\w*|(make|create|build|get)?mc(\d+|agent|player|search|bot|ai)\w*|(make|create|build|get)mc"
    rf"|{_WHO}mc\w*|(best)?by(sampl|playout|rollout)\w*|sampl(e|ing)\w*|{_WHO}sampl\w*"
    rf"|(playout|rollout)s?(search|move|{_WHO}))",
    "best_first_move": r"\w*(firstmove|firstaction|opening|apertura|primer(a|o)?(jugada|mov)"
    r"|premiercoup|erste?r?zug|ilkhamle)\w*",
    "agent": r"(?!\w*(rand|play(?!er)|test|simulat))"
    rf"((\w*(heur|cut|depth|smart|best|iterative)\w*|(h|ab|alphabeta|minimax|ai|d)\d+){_WHO}\w*"
    rf"|{_WHO}(\d+|\w*(heur|cut|depth|smart|best|iterative|ahead)\w*))",
}
"""Names like the usual ones, in small letters and without underscores."""


UNLIKE: dict[str, str] = {
    **dict.fromkeys(("actions", "result"), rf"\w*{ORDERED}\w*"),
    "ordered_search": r"\w*(no|without|un)(move)?order\w*",
    "alpha_beta_search": r"\w*(heur|eval|cut|depth|limit|(?<!no)(?<!un)(?<!without)"
    rf"{ORDERED}|forward|test|experiment|compare|plot)\w*",
    "random_player": r"\w*(games?|playouts?|rollouts?|matches|simulat\w*)",
    "agent": r"\w*(rand|human|test|play(?!er))\w*",
    "best_first_move": r"\w*(agent|player|search)\w*",
    "cutoff_search": r"\w*(test|experiment|compare|plot|forward|prun)\w*",
}
"""Names that say that something else is meant."""
PLAIN = r"\w*(noorder|withoutorder|unordered|plain)\w*"
"""Names that say that a search orders nothing."""
SORTS = r"order|argsort|sort(?!(ed)?$)"
"""Names in the code of a search that say so if it orders moves itself."""
PRUNED = (
    r"forward|(?<![a-z])fp|beam|nullmove|futil|razor|prun(e|ing)(?!alpha|=true)|margin|topk|keep"
)
"""Names of functions and parameters that say so if a search leaves out moves."""


FIRST_MOVE = (
    r"first.?(move|action|col)|best.?(first|start)|opening|empty|\b(zeros|full)\((\(|\[|shape)"
    r"|(init|create|make|new|start|reset|gen|build|get)\w*(board|grid|state|game)"
    r"|\b(board|game|connect\w*|initial\w*|start\w*|new\w*)\([\s\d,]*\)"
)
"""Code that says so if it looks for the best first move, or makes an empty board."""
METHODS = (
    "act", "__call__", "get_move", "move", "play", "choose_move", "get_action", "search",
    "choose_action", "make_move", "next_move", "select_move", "best_move", "choose", "decide",
    "select_action", "get_best_move", "find_best_move", "pick_move", "take_turn", "action", "run",
)  # fmt: skip
"""What objects of classes that play are asked by, the most usual names first."""


_WHOSE = (
    r"player|spieler|jugador|joueur|jogador|giocatore|plyr|turn|mark(er)?|symbol|piece|disc|side"
    r"|character|char|colou?r|token"
)
WORDS: dict[str, str] = {
    "board": r"b|s|brd|brett|spielfeld|tablero|tabuleiro|grille|plateau|arr"
    r"|((cur(rent)?|game|new|init(ial)?)_?)?(board|state|grid|position|node)s?(_?state)?",
    "player": r"p|who(se(_?turn)?)?|me|mover|(next_?)?to_(move|play)|active|stm"
    rf"|((cur(rent)?|my|next|ai)_?)?({_WHOSE})(_?(mark|piece|to_move))?",
    "row": r"r|row(_?(index|idx|num|no|number))?",
    "column": r"a|c|j|action|move|spalte|zug|accion|columna|coup|colonne"
    r"|col(umn)?(_?(index|idx|num|no|number|choice))?",
    "limit": r"limit|cut_?off(?!_?test)(_?\w+)?|(max|limit)_?(d|depth|ply)|depth_?(limit|max)"
    r"|look_?ahead",
    "depth": r"d|depth|tiefe|prof(undi\w*|ond\w*)?|plies|ply|level|(cur(rent)?|search)_?depth",
    "playouts": r"anzahl|(n|num|number|max)?_?(of_?)?(play_?outs?|sim\w*|games|roll_?outs?|iter\w*"
    r"|trials|runs|samples)",
    "seconds": r"((max|think(ing)?|move)_?)*(time|sec(ond)?s)(_?(limit|budget|allowed|out|max))?",
    "alpha": r"alpha|alfa|al|lo(w)?",
    "beta": r"beta|be|hi(gh)?",
    "ordering": r"((use|do|with|is|enable)_?)?((move|action)s?_?)?(order(ing|ed)?"
    r"|sort(ed|(ier)?ung|ing)?)(_?(fn|fun\w*|moves|actions))?|mo|(cent(er|re)|middle)(_?(first|out|order(ing)?))?",
    "pruning": r"((use|do|with|is|enable)_?)?(fp|forward_?prun(e|ed|ing)|forward|prune_?forward"
    r"|prun(e|ing))",
    "beam": r"beam\w*|top|width|(top|keep)_?(k|n|moves)|(n|num|max)_?(best|keep|children)"
    r"|branching\w*|k",
    "moves": r"(get_?|available_?|legal_?|possible_?|valid_?)?(actions|moves)_?(fn|fun\w*|list)?",
    "quiet": r"verb(ose)?|debug|trace|(show|print)\w*",
    "game": r"g|(the_?)?(game|problem|rules|env(ironment)?|connect_?(4|four)|c4)"
    r"(_?(obj(ect)?|instance))?",
    "label": r"name|label",
    "own": r"memo\w*|cache\w*|tt|(transposition_?)?table|seen|visited|history|path|counts?|counter"
    r"|nodes?_?\w*|stats|rng|seed|random_?state|delay|start_?time"
    r"|cut_?off_?test",
    "shape": r"(board_?)?(shape|size|dim(ension)?s?)",
    "length": r"connect\w*|(n_?)?in_?a?_?row|win_?len(gth)?|length|n_?connect",
    "maximizing": r"(is_?)?max(imi[sz](e|ing))?(_?player)?|is_?max\w*",
    "opponent": r"opp(onent)?\w*|other(_?player)?|enemy",
    "evaluation": r"heur\w*|(my_?)?eval\w*|(h|score|scoring|value)_?(fn|fun\w*)|h",
    "rows": r"(n_?|num_?)?rows?|height|zeilen|filas|lignes|m",
    "columns": r"(n_?|num_?)?(col(umn)?s)|width|spalten|columnas|colonnes",
    "number": r"n|number|num|no",
}
"""What parameters are for, by their names in small letters; the first that fits counts."""
SIZES = {"6": "rows", "7": "columns"}
OF_BOARDS = {
    **dict.fromkeys(("h", "height", "r", "row", "rows"), "rows"),
    **dict.fromkeys(("w", "width", "c", "col", "cols", "column", "n", "number", "num"), "columns"),
}
"""What defaults, and parameters of what makes a board, mean."""


def word_of(name: str) -> str:
    """Return the word that a parameter called ``name`` means; empty if it is unknown."""
    found = (word for word, names in WORDS.items() if re.fullmatch(names, name.lower()))
    return next(found, "")
