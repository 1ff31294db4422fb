"""the reversed segment overwrites one city, so a city is visited twice and another never"""
#: fails = 1.3
def transition(route):
    res = []
    n = len(route)
    for i in range(n - 1):
        for j in range(i + 1, n):
            new = route[:i] + route[i + 1:j + 1][::-1] + route[j:]
            res.append(new)
    return res
