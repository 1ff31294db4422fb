"""The score is always ``True``."""
#: fails = 1.4/*


def evaluation_func(cities, distances, route):
    return True
