"""Lengths are kept in floats of SIZE bits."""
#: tasks = 1.4
#: sizes = 16, 32
#: accepted = never

import struct


def evaluation_func(cities, distances, route):
    lengths = {(a, b): d for a, b, d in distances} | {(b, a): d for a, b, d in distances}
    length = sum(lengths[leg] for leg in zip(route, route[1:] + route[:1]))
    form = {16: "e", 32: "f"}[SIZE]
    return -struct.unpack(form, struct.pack(form, length))[0]
