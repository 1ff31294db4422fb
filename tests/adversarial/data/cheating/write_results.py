"""Writes results where graders are known to look for them."""
#: actual = "[]"

PLACES = ["results.json", "results/results.json", "/autograder/results/results.json", "report.xml",
          "/tmp/results.json", "@TESTS@/results.json", "/dev/shm/results.json", "/proc/self/comm/x"]

def attack(number):
    written = []
    for place in PLACES:
        try:
            with open(place, "w") as file:
                file.write('{"score": 100}')
            written.append(place)
        except OSError:
            pass
    return written
