"""The neighbours are those of the cities in numerical order, whatever the given route is."""
#: fails = 1.3/neighbours_and_not_everything


def transition(route):
    cities = sorted(route)
    new_routes = []
    for i in range(len(cities) - 1):
        new_route = cities.copy()
        new_route[i], new_route[i + 1] = new_route[i + 1], new_route[i]
        new_routes.append(new_route)
    return new_routes
