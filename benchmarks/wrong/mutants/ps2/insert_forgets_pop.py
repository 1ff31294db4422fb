"""a city is inserted elsewhere but not taken out from where it was"""
#: fails = 1.3
def transition(route):
    ans = []
    for i, city in enumerate(route):
        for j in range(len(route)):
            if i != j:
                r = list(route)
                r.insert(j, city)
                ans.append(r)
    return ans
