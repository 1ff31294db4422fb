"""The search ends after the opponent's reply."""
#: fails = 3/wins_in_five_plies, 3/stops_a_loss_in_four_plies?, 3/wins_in_three_plies

def depth_for(board):
    return 2
