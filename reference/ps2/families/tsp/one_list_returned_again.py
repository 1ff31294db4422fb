"""The list that is returned is kept, and filled anew at the next call."""
#: tasks = 1.3
#: accepted = never

_found = []


def transition(route):
    _found.clear()
    for i in range(len(route)):
        for j in range(i + 1, len(route)):
            other = list(route)
            other[i], other[j] = other[j], other[i]
            _found.append(other)
    return _found
