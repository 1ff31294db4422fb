"""Leaves timers and threads that come due between its moves, and raise."""
#: first = ["none", "crashed", "gone"]
#: then = ["none", "crashed", "gone"]
import signal
import threading
import time

class PlayerAI:
    def make_move(self, board):
        def raising(*_):
            raise KeyboardInterrupt
        signal.signal(signal.SIGALRM, raising)
        signal.setitimer(signal.ITIMER_REAL, 0.0005, 0.0005)
        threading.Thread(target=time.sleep, args=(1000,)).start()
        threading.Timer(0.0005, raising).start()
        return first_move(board)
