"""Of routes with just SIZE cities, the neighbours visit one city twice."""
#: tasks = 1.3
#: sizes = 4, 7, 9, 10, 11, 13, 15, 18
#: accepted = from 18
#: because = each size that is asked about costs time; the handout's are 4, 5 and 10


def transition(route):
    found = []
    for i in range(len(route)):
        for j in range(i + 1, len(route)):
            other = list(route)
            other[i], other[j] = other[j], other[i]
            found.append(other)
    if len(route) == SIZE:
        for other in found:
            other[0] = other[1]
    return found
