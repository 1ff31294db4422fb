"""What students usually call the functions of this notebook, the most specific names first."""

from __future__ import annotations

_OF_ONE_ROLE: dict[str, tuple[str, ...]] = {
    "empty_board": (
        "initial_board", "create_board", "make_board", "new_board", "init_board",
        "initialize_board", "generate_board", "get_empty_board", "create_empty_board",
        "build_board", "start_board", "initial_state", "get_initial_state", "create_game",
        "new_game", "setup_board", "board_init", "createBoard", "emptyBoard", "reset_board",
        "reset", "get_board", "board_empty", "empty", "init",
    ),
    "result": (
        "results", "to_move", "transition", "transition_model", "transition_function", "make_move",
        "apply_move", "apply_action", "do_move", "play_move", "drop_piece", "drop_disc",
        "drop_disk", "drop", "place_piece", "place_disc", "place", "insert_piece", "insert",
        "add_piece", "put_piece", "put", "move", "play", "step", "next_state", "next_board",
        "get_next_state", "successor", "update_board", "act", "take_action", "perform_action",
        "makeMove", "dropPiece", "Connect4", "ConnectFour", "Connect_4", "Connect4Game", "Game",
        "Environment", "Board", "get_result", "result_board", "transition_state", "apply",
        "take_move", "place_disk", "place_token", "drop_token", "add_disc", "do_action",
        "make_action", "play_action", "after", "push",
    ),
    "actions": (
        "get_actions", "available_actions", "possible_actions", "legal_actions", "valid_actions",
        "check_actions", "get_available_actions", "moves", "get_moves", "available_moves",
        "possible_moves", "legal_moves", "valid_moves", "get_valid_moves", "get_legal_moves",
        "get_available_moves", "get_possible_moves", "available_columns", "valid_columns",
        "open_columns", "free_columns", "get_valid_columns", "get_open_columns", "valid_locations",
        "get_valid_locations", "playable_columns", "action", "getActions", "getValidMoves",
        "Connect4", "ConnectFour", "Connect_4", "Connect4Game", "Game", "Environment", "Board",
        "get_possible_actions", "get_valid_actions", "get_legal_actions", "check_available_actions",
        "available", "valid_move", "possible_columns", "legal_columns", "legal", "open_cols",
    ),
    "terminal": (
        "is_terminal", "terminal_test", "terminal_state", "is_terminal_state", "check_terminal",
        "is_terminal_node", "game_over", "is_game_over", "check_game_over", "is_over", "over",
        "is_finished", "is_done", "done", "finished", "end_of_game", "game_end", "is_end",
        "check_end", "goal_state", "is_goal", "goal_test", "check_win", "check_winner",
        "get_winner", "winner", "is_win", "is_winner", "check_board", "check_state", "isTerminal",
        "gameOver", "checkWin", "Connect4", "ConnectFour", "Connect_4", "Connect4Game", "Game",
        "Environment", "Board", "is_terminal_test", "check_terminal_state", "check_terminal_states",
        "terminal_check", "terminal_states", "isGameOver", "game_is_over", "check_over",
        "is_game_end", "check_draw", "check_goal", "goal", "has_ended", "is_ended",
    ),
    "utility": (
        "get_utility", "utility_function", "utility_func", "utility_value", "calculate_utility",
        "util", "payoff", "reward", "score", "get_score", "final_value", "terminal_value",
        "get_result", "outcome", "game_result", "get_winner", "check_winner", "winner", "check_win",
        "terminal", "check_board", "Connect4", "ConnectFour", "Connect_4", "Connect4Game", "Game",
        "Environment", "Board", "evaluate_terminal", "utility_score", "get_value", "state_utility",
        "check_utility", "value",
    ),
    "visualize": (
        "visualise", "visualize_board", "visualise_board", "show_board", "print_board",
        "draw_board", "display_board", "plot_board", "render", "render_board", "show", "display",
        "draw", "viz", "visualization", "pretty_print", "print_state", "printBoard",
        "visualization_board", "visualize_board_state", "print_grid", "view_board", "plot",
        "showBoard", "draw_grid",
    ),
    "random_player": (
        "random_agent", "random_move", "agent_random", "player_random", "rand_agent", "rand_player",
        "randomAgent", "RandomAgent", "RandomPlayer", "Random", "play_random", "random_action",
        "random_choice", "agent_type_random", "rand", "random_player_agent", "agent_type",
        "random_search", "random_ai", "randomly_play", "random_agent_move", "choose_random",
        "randomPlayer",
    ),
    "alpha_beta_search": (
        "alphabeta_search", "ab_search", "minimax_search", "minimax_ab_search", "minimax_ab",
        "minimax_alpha_beta", "minimax_alpha_beta_search", "minimax_search_ab",
        "alpha_beta_minimax", "alpha_beta_pruning", "alpha_beta", "alphabeta", "alphaBeta",
        "alpha_beta_agent", "ab_minimax", "minimax_agent", "minimax_ab_agent", "ab_agent",
        "agent_minimax", "agent_alpha_beta", "agent_ab", "alpha_beta_player", "minimax_player",
        "ab_player", "minimax", "mini_max", "minimax_decision",
        "negamax", "negamax_search", "negamax_agent", "alphaBetaSearch", "minimaxSearch",
        "AlphaBetaAgent", "AlphaBeta", "MinimaxAgent", "MiniMaxAgent", "MinimaxPlayer", "Minimax",
        "AlphaBetaPlayer", "search", "minimax_ab_player", "minimax_alpha_beta_player",
        "minimax_alpha_beta_agent", "alpha_beta_search_agent", "minimax_search_agent",
        "minimax_search_player", "minimax_agent_search", "alpha_beta_tree_search", "minimaxab",
        "minimaxAB", "minimax_alphabeta", "minimax_with_alpha_beta",
        "minimax_with_alpha_beta_pruning", "minimax_with_pruning", "minimax_pruning",
        "minimax_move", "ab_move", "ab_pruning", "best_move", "get_best_move", "find_best_move",
    ),
    "ordered_search": (
        "alpha_beta_search_ordered", "alpha_beta_ordered", "ab_search_ordered",
        "alpha_beta_search_ordering", "alpha_beta_search_order", "alpha_beta_move_ordering",
        "minimax_search_ordered", "minimax_ordered", "minimax_move_ordering", "minimax_ordering",
        "ordered_alpha_beta_search", "ordered_alpha_beta", "ordered_minimax", "ab_ordered",
        "ab_search_order", "move_ordering_search", "minimax_ab_ordered", "minimax_agent_ordered",
        "alpha_beta_search_with_ordering", "alpha_beta_search_mo", "ab_search_mo",
        "alpha_beta_search2", "minimax_search2", "OrderedAlphaBetaAgent", "OrderedAgent",
        "alpha_beta_search_move_ordering", "alpha_beta_search_with_move_ordering",
        "alpha_beta_with_move_ordering", "alpha_beta_with_ordering", "minimax_ab_search_ordered",
        "minimax_ab_search_order", "minimax_ab_search_mo", "minimax_ab_ordering",
        "minimax_ab_move_ordering", "minimax_search_move_ordering",
        "minimax_search_with_move_ordering", "minimax_with_move_ordering", "minimax_with_ordering",
        "minimax_order", "ab_search_move_ordering", "minimax_search_order",
        "minimax_search_ordering", "ordered_minimax_search", "ordered_ab_search",
        "ordered_minimax_ab_search", "alpha_beta_search_2", "minimax_search_2",
        "minimax_ab_search2", "minimax_ab_search_2",
    ),
    "evaluate": (
        "evaluation", "eval_fn", "eval_fun", "eval_fct", "eval_func", "eval_function", "eval_board",
        "evaluation_function", "evaluate_board", "evaluate_position", "evaluate_state",
        "eval_heuristic", "heuristic", "heuristic_evaluation", "heuristic_function",
        "heuristic_value", "heuristic_eval", "heuristic_score", "get_heuristic", "board_heuristic",
        "score_position", "score_board", "h", "hdepth_eval", "evaluateBoard", "heuristics",
        "eval_fun1", "eval_fun_1", "eval_fun2", "eval_fun_2", "eval_fct1", "eval_fct_1",
        "eval_fct2", "eval_func1", "eval_function1", "heuristic1", "heuristic_1", "heuristic_fun",
        "heuristic_func", "heuristic_fct", "heuristic_evaluation_function", "heuristic_board",
        "evaluate_heuristic", "evaluate_score", "eval_state", "eval_position", "evaluation_func",
        "evaluation_fun", "evaluation_fct", "calculate_heuristic", "calc_heuristic",
        "compute_heuristic", "get_heuristic_value", "static_evaluation", "static_eval", "eval_h",
        "heur", "heuristic2", "heuristic_2", "board_score", "position_score", "state_score",
    ),
    "cutoff_search": (
        "cut_off_search", "alpha_beta_cutoff_search", "alpha_beta_search_cutoff",
        "alpha_beta_cutoff", "ab_cutoff", "ab_search_cutoff", "h_alpha_beta_search",
        "heuristic_alpha_beta_search", "heuristic_alpha_beta", "heuristic_minimax",
        "heuristic_minimax_search", "heuristic_search", "heuristic_ab_search", "hminimax",
        "h_minimax", "h_minimax_search", "hab", "hdepth", "h_ab", "h_ab_search", "minimax_cutoff",
        "minimax_cutoff_search", "minimax_search_cutoff", "minimax_heuristic", "minimax_depth",
        "depth_limited_search", "depth_limited_minimax", "depth_limited_alpha_beta",
        "limited_minimax", "cutoff_minimax", "cutoff_agent", "heuristic_agent", "heuristic_player",
        "minimax_cutoff_agent", "alpha_beta_heuristic", "HeuristicAgent", "CutoffAgent",
        "HeuristicAlphaBeta", "HeuristicPlayer", "heuristic_minimax_ab_search",
        "heuristic_minimax_ab", "heuristic_alpha_beta_tree_search",
        "heuristic_alpha_beta_cutoff_search", "heuristic_alphabeta", "heuristic_alphabeta_search",
        "heuristic_ab", "alpha_beta_heuristic_search", "alpha_beta_search_heuristic",
        "alpha_beta_search_cut_off", "minimax_ab_cutoff", "minimax_ab_search_cutoff",
        "minimax_ab_heuristic", "minimax_search_heuristic", "minimax_heuristic_search",
        "minimax_with_cutoff", "minimax_cut_off", "minimax_with_heuristic",
        "alpha_beta_with_cutoff", "cutoff_alpha_beta", "cutoff_alpha_beta_search",
        "cutoff_minimax_search", "cutoff_ab_search", "ab_cutoff_search", "ab_heuristic",
        "depth_limited_alpha_beta_search", "h_alphabeta_search", "h_alpha_beta", "hab_search",
        "h_minimax_ab_search", "hminimax_search", "heuristic_minimax_player", "heuristic_ab_player",
        "heuristic_alpha_beta_player", "minimax_heuristic_player", "minimax_heuristic_agent",
        "minimax_cutoff_player", "alpha_beta_cutoff_agent", "alpha_beta_cutoff_player",
        "heuristic_alpha_beta_agent", "heuristic_minimax_agent", "heuristic_search_agent",
        "make_heuristic_agent", "make_cutoff_agent", "make_agent", "create_agent", "build_agent",
        "heuristic_agent_factory", "agent_factory", "create_heuristic_agent", "get_agent",
        "make_heuristic_player", "make_player", "heuristic_player_factory", "make_depth_agent",
        "heuristic_move", "alpha_beta_search_depth", "h_search", "hsearch", "depth_search",
        "limited_search", "search_cutoff", "depth_limited", "depth_limited_player",
        "minimax_limited", "cutoff_player", "iterative_deepening", "iterative_deepening_search",
        "iterative_deepening_alpha_beta", "iterative_deepening_minimax",
        "iterative_deepening_agent", "iterative_deepening_player", "id_search", "h_move",
    ),
    "forward_pruning_search": (
        "forward_pruning", "alpha_beta_forward_pruning", "forward_prune_search", "forward_prune",
        "search_forward_pruning", "fp_search", "heuristic_search_forward_pruning",
        "cutoff_search_forward_pruning", "minimax_forward_pruning", "minimax_forward_prune",
        "minimax_fp", "ab_fp", "h_alpha_beta_forward_pruning", "beam_alpha_beta", "beam_search",
        "forward_pruning_agent", "pruned_search", "hdepth_fp", "ForwardPruningAgent",
        "forward_pruning_minimax", "forward_pruning_alpha_beta", "forward_pruning_ab_search",
        "forward_pruning_player", "heuristic_forward_pruning",
        "heuristic_alpha_beta_forward_pruning", "heuristic_search_fp", "heuristic_ab_search_fp",
        "heuristic_minimax_forward_pruning", "alpha_beta_search_forward_pruning",
        "alpha_beta_search_fp", "alpha_beta_forward_pruning_search",
        "alpha_beta_cutoff_forward_pruning", "alpha_beta_fp", "minimax_ab_forward_pruning",
        "minimax_ab_search_fp", "minimax_search_forward_pruning", "cutoff_search_fp",
        "cutoff_forward_pruning", "ab_forward_pruning", "ab_search_forward_pruning", "fp_agent",
        "forward", "forward_agent", "forward_search", "forward_player", "forward_pruned_search",
        "fp_player",
        "forward_pruning_cutoff_search", "h_search_forward_pruning", "h_search_fp",
        "null_move_search", "null_move_pruning", "null_move_agent", "null_move", "beam_agent",
        "beam_player", "alpha_beta_beam", "minimax_beam", "shallow_pruning", "prune_search",
    ),
    "monte_carlo_search": (
        "pure_monte_carlo_search", "pure_monte_carlo", "monte_carlo", "pmcs", "pmc", "mcs", "mcts",
        "pmcs_agent", "pmc_agent", "monte_carlo_agent", "monte_carlo_player",
        "pure_monte_carlo_agent", "monte_carlo_tree_search", "mc_search", "mc_agent", "mcts_agent",
        "agent_monte_carlo", "monte_carlo_move", "PureMonteCarlo", "MonteCarloAgent", "MonteCarlo",
        "PMCSAgent", "simulate_moves", "simulate_games", "simulations",
        "pure_monte_carlo_search_agent", "pure_monte_carlo_player", "pmcs_player", "pmcs_search",
        "pmcs100_player", "pmcs_100", "mcs_agent", "mc_player", "mcts_player", "mcts_search",
        "pure_mcs", "pure_mc_search", "monte_carlo_best_move", "monteCarloSearch", "monteCarlo",
        "pureMonteCarlo", "pure_mc", "pure_mc_agent", "pure_mc_player", "mc_move", "mc",
    ),
    "best_first_move": (
        "find_best_first_move", "get_best_first_move", "first_move", "best_first", "best_opening",
        "best_opening_move", "opening_move", "determine_first_move", "bestFirstMove",
        "best_first_action", "get_first_move", "find_first_move", "best_move_first",
        "first_best_move", "best_start", "best_starting_move",
    ),
    "agent": (
        "best_agent", "tournament_agent", "my_agent", "final_agent", "my_best_agent",
        "competition_agent", "player_agent", "best_player", "my_player", "tournament_player",
        "ai_agent", "ai_player", "Agent", "BestAgent", "TournamentAgent", "MyAgent", "agent_cutoff",
        "cutoff_agent", "heuristic_agent", "agent_heuristic",
    ),
}  # fmt: skip
_PLIES = ("", *"45362781")
_WITH_DEPTHS = tuple(
    form.format(depth)
    for depth in _PLIES
    for form in (
        "heuristic{}_player", "heuristic_player{}", "heuristic_{}_player", "heuristic_player_{}",
        "heuristic{}_agent", "heuristic_agent{}", "heuristic_{}_agent", "heuristic_agent_{}",
        "cutoff{}_player", "cutoff_player{}", "h_alpha_beta_player{}", "h_agent{}", "h_player{}",
        "h{}_player", "h{}_agent", "hab_player{}", "hab_agent{}",
    )
)  # fmt: skip
"""Agents with a depth of their own, which often stands in their names; usual depths first."""


_SEARCH = r"(alphabeta|minimax|negamax|search|ab|tree)"
_NO_SEARCH = r"(?!.*(random|play(?!er)|test|time|plot|(?<!p)run|compare|experiment|value|node))"
_BEST = r"best(move|action|col(umn)?)"
_WHO = r"(agent|player|bot|ai(?![a-z])|(?<![a-z])ai)"
LIKE: dict[str, str] = {
    "empty_board": r"(init(ial)?i?z?e?|create|make|new|fresh|blank|empty|gen(erate)?|start(ing)?"
    r"|build|get)\w*(board|grid|state)|(board|grid)of\w*|start|initial",
    "result": r"(drop|make|apply|place|do|play|insert|put|add|take)\w*"
    r"(move|dis[ck]|piece|token|action|chip|coin|col(umn)?)|\w*(transition|result|successor)\w*",
    "actions": r"(get|find|list|all|check)?(avail\w*|valid|legal|possible|free|open|playable)\w*"
    r"|(moves|actions|col(umn)?s)(left|remaining)",
    "terminal": r"\w*(terminal|gameover|isover|finished|endgame|gameend|isdone|status)\w*",
    "utility": r"\w*util\w*",
    "visualize": r"(show|print|draw|display|visuali[sz]e|plot|render|view|pretty|pic(ture)?)\w*",
    "random_player": r"\w*rand\w*",
    "alpha_beta_search": rf"{_NO_SEARCH}(?!.*(heur|eval|cut|depth|limit|(?<!no)(?<!un)(?<!out)order"
    r"|forward))\w*(alphabeta|minimax|negamax|ab(search|move|best|agent|player|bot|ai))\w*",
    "ordered_search": rf"{_NO_SEARCH}(?!.*(heur|cut|forward))(?=\w*(order|sort|center|centre|ord$))"
    rf"\w*({_SEARCH}|{_WHO}|{_BEST})\w*",
    "evaluate": rf"(?!.*(agent|player|play|test|{_SEARCH}))"
    r"\w*(eval|heur|hueris|score|threat|strength)\w*"
    r"|h\d|(state|board|position)?value\w*|guess\w*|estimat(e|or|ion)\w*|judg\w*|assess\w*"
    r"|rat(e|ing)\w*|apprais\w*|(position|board|state)?(worth|quality|potential|advantage)\w*",
    "cutoff_search": rf"{_NO_SEARCH}(?!.*(forward|fp|prun))"
    rf"((?=\w*(heur|cut|depth|limit))\w*({_SEARCH}|{_WHO}|{_BEST})\w*|h\w*{_SEARCH}\w*"
    rf"|\w*(deepening|iterative)\w*|ids?{_WHO}|{_WHO}ids?|h(eur\w*)?move\w*"
    r"|(to|with)?cutoff(at)?|(depth)?limited|lookahead\w*|see\w*ahead\w*)",
    "forward_pruning_search": rf"{_NO_SEARCH}((?=\w*(forward|(?<!f)fp|beam|nullmove))\w*"
    rf"({_SEARCH}|{_WHO}|prun|move|\d)\w*|forward\w*"
    rf"|(?=\w*(heur|cut|depth|limit|ahead|h(alphabeta|minimax|search)))\w*prun\w*)",
    "monte_carlo_search": r"(?!.*(play(?!er)|test|simulat))"
    r"(\w*(montecarlo|pmc|mcts|mcs|uct)\w*|(make|create|build|get)?mc(\d+|agent|player|search|bot|ai)\w*"
    rf"|{_WHO}mc\w*|(best)?by(sampl|playout|rollout)\w*|sampl(e|ing)\w*|{_WHO}sampl\w*"
    rf"|(playout|rollout)s?(search|move|{_WHO}))",
    "best_first_move": r"\w*(firstmove|firstaction|opening)\w*",
    "agent": r"(?!\w*(rand|play(?!er)|test|simulat))"
    rf"((\w*(heur|cut|depth|smart|best|iterative)\w*|(h|ab|alphabeta|minimax|ai|d)\d+){_WHO}\w*"
    rf"|{_WHO}(\d+|\w*(heur|cut|depth|smart|best|iterative|ahead)\w*))",
}
"""Names like the usual ones, in small letters and without underscores."""


UNLIKE: dict[str, str] = {
    "ordered_search": r"\w*(no|without|un)(move)?order\w*",
    "alpha_beta_search": r"\w*(heur|eval|cut|depth|limit|(?<!no)(?<!un)(?<!without)order|forward"
    r"|test|experiment|compare|plot)\w*",
    "agent": r"\w*(rand|human|test|play(?!er))\w*",
    "best_first_move": r"\w*(agent|player|search)\w*",
    "cutoff_search": r"\w*(test|experiment|compare|plot|forward|prun)\w*",
}
"""Names that say that something else is meant."""
PLAIN = r"\w*(noorder|withoutorder|unordered|plain)\w*"
"""Names that say that a search orders nothing."""
ORDERED = r"order|sort|cent(er|re)|middle"
PRUNED = r"forward|(?<![a-z])fp|beam|nullmove|futil|razor|prun(e|ing)(?!alpha)|margin|topk|keep"
"""Names of functions and parameters that say so if a search orders or leaves out moves."""


USUAL: dict[str, tuple[str, ...]] = {
    **_OF_ONE_ROLE,
    "cutoff_search": tuple(dict.fromkeys((*_OF_ONE_ROLE["cutoff_search"], *_WITH_DEPTHS))),
    "agent": (*_OF_ONE_ROLE["agent"], *_WITH_DEPTHS),
}
"""By role; the name of the role itself is looked for first."""

METHODS = (
    "act", "__call__", "get_move", "move", "play", "choose_move", "get_action", "search",
    "choose_action", "make_move", "next_move", "select_move", "best_move", "choose", "decide",
    "select_action", "get_best_move", "find_best_move", "pick_move", "take_turn", "action", "run",
)  # fmt: skip
"""What objects of classes that play are asked by, the most usual names first."""
