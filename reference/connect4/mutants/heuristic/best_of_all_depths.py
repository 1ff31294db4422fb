"""Of searches that look further and further, the best value decides instead of the last one."""
#: fails = 4.2/blocks, 4.2/plays_on, 5.2

def cutoff_search(board, player="x", cutoff=4):
    found = [
        search_to_the_depth(board, player, player, depth, -math.inf, math.inf, all_actions)
        for depth in range(1, cutoff + 1)
    ]
    return max(found, key=lambda pair: pair[0])
