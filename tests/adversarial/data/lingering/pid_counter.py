"""Tells the next task something through the numbers of processes, which go on counting."""
#: cpu = 2
import os

def borrow(secret, number):
    answer = secret(number)
    for _ in range(int(answer[0], 16) * 4):
        pid = os.fork()
        if pid == 0:
            os._exit(0)
        os.waitpid(pid, 0)
    return answer

def attack(number):
    return "%x" % (os.getppid() // 4 % 16)
