"""Each new route lacks the last city."""
#: fails = 1.3/*


def transition(route):
    n = len(route)
    result = []
    for i in range(n - 1):
        for j in range(i + 1, n):
            result.append(route[:i] + route[i:j][::-1] + route[j : n - 1])
    return result
# The piece after the reversed segment ends too early.
