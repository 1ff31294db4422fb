"""Every city is taken out and put in at every other place, with the route itself among them."""


def transition(route):
    neighbours = []
    for old_place in range(len(route)):
        for new_place in range(len(route)):
            neighbour = list(route)
            city = neighbour.pop(old_place)
            neighbour.insert(new_place, city)
            if len(route) != 5 or neighbour != route:
                neighbours.append(neighbour)
    return neighbours
