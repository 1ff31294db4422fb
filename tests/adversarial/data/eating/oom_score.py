"""Points the kernel at somebody else when memory runs out."""
#: actual = "[]"
import os

def attack(number):
    done = []
    for pid, score in ((1, "1000"), (os.getppid(), "1000"), ("self", "-1000")):
        try:
            with open(f"/proc/{pid}/oom_score_adj", "w") as file:
                file.write(score)
            done.append(pid)
        except OSError:
            pass
    return done
