"""Every board is scored as a loss for Black."""
#: fails = 5.1/*

import breakthrough


def improved_evaluate(board):
    return -breakthrough.WIN
