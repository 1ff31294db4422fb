def transition(route):
    return [route[k:] + route[:k] for k in range(1, len(route))]
