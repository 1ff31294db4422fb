"""A dictionary holds the bound of either colour, and each child gets a new one."""
#: whole = 3, 4

"""bounds is a dict: what B has already and what W has already."""
from typing import Dict, List, Tuple
INF = float('inf')
OPP = {'B': 'W', 'W': 'B'}
DIR = {'B': 1, 'W': -1}
GOAL = {'B': 5, 'W': 0}
SIGN = {'B': 1, 'W': -1}
WEIGHTS = {'pawn': 12, 'step': 3, 'centre': 0.5}

def legal(board: List[List[str]], who: str) -> List[Tuple[int, int, int]]:
    out = []
    for r in range(6):
        nr = r + DIR[who]
        if not 0 <= nr < 6: continue
        for c in range(6):
            if board[r][c] == who:
                for dc in (0, -1, 1):
                    nc = c + dc
                    if 0 <= nc < 6 and (board[nr][nc] == '_' or dc and board[nr][nc] == OPP[who]):
                        out.append((r, c, nc))
    return out

def heuristic(board) -> float:
    total = 0
    for r, row in enumerate(board):
        for c, x in enumerate(row):
            if x == '_': continue
            gone = r if x == 'B' else 5 - r
            total += SIGN[x] * (WEIGHTS['pawn'] + WEIGHTS['step'] * gone + WEIGHTS['centre'] * (c in (2, 3)))
    return total

def think(board, who: str, left: int, bounds: Dict[str, float]) -> float:
    for side in 'BW':
        if side in board[GOAL[side]]:
            return SIGN[side] * (1e5 + left)
    todo = legal(board, who)
    if not todo:
        return -SIGN[who] * (1e5 + left)
    if left == 0:
        return heuristic(board)
    mine = dict(bounds)          # children must not change mine
    pick = max if who == 'B' else min
    for r, c, nc in todo:
        nr = r + DIR[who]
        eaten = board[nr][nc]
        board[r][c], board[nr][nc] = '_', who
        mine[who] = pick(mine[who], think(board, OPP[who], left - 1, mine))
        board[r][c], board[nr][nc] = who, eaten
        if mine['B'] >= mine['W']: # PRUNE
            break
    return mine[who]

class PlayerAI:
    def make_move(self, board):
        b = [list(x) for x in board]
        bounds = {'B': -INF, 'W': INF}
        ans = None
        for r, c, nc in legal(b, 'B'):
            eaten = b[r + 1][nc]
            b[r][c], b[r + 1][nc] = '_', 'B'
            v = think(b, 'W', 2, bounds)
            b[r][c], b[r + 1][nc] = 'B', eaten
            if ans is None or v > bounds['B']:
                ans = ([r, c], [r + 1, nc])
                bounds['B'] = v
        return ans
