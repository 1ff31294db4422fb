"""A timer that is to stop the search is never cancelled."""

import signal


class PlayerAI:
    def stop(self, number, frame):
        self.stopped = True

    def make_move(self, board):
        self.stopped = False
        signal.signal(signal.SIGALRM, self.stop)
        signal.setitimer(signal.ITIMER_REAL, 2.5)
        source, target = best_move(board, depth_for(board))
        return list(source), list(target)
