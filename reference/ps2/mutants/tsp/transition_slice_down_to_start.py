"""A segment that begins with the first city is lost instead of reversed."""
#: fails = 1.3


def transition(route):
    result = []
    for i in range(len(route) - 1):
        for j in range(i + 1, len(route)):
            result.append(route[:i] + route[j : i - 1 : -1] + route[j + 1 :])
    return result
# A backward slice that should reach the first city stops at index -1 and comes out empty.
