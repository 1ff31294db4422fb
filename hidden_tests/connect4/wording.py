"""A convention in words, for the report: where it differs from the recommended template."""

from __future__ import annotations

from collections.abc import Iterator

from grader.testing import Convention
from reference.connect4 import adapter

_READ = {
    "same board": "it changes the board that it is given, and returns it",
    "changed board": "it changes the board that it is given",
    "mask": "it returns True or False for each column",
    "cells": "it returns cells, of which the columns count",
    "words": "the game is over unless it returns False, 0, None or a word for going on",
    "unless none": "the game is over unless it returns None or False",
    "number or none": "it returns None while the game goes on",
    "winner": "it returns who has won",
    "next board": "it returns the board after its move",
    "cell": "it returns a cell, of which the column counts",
}
_VIEWS = {
    "x": "its numbers are from x's point of view",
    "mover": "its numbers are from the point of view of who is to move",
    "none": "its values are not read",
}
_STATES = {
    "board player": "a state is a pair of board and player",
    "player board": "a state is a pair of player and board",
}
_TURNS = {
    "result", "random_player", "alpha_beta_search", "ordered_search", "cutoff_search",
    "forward_pruning_search", "monte_carlo_search", "agent",
}  # fmt: skip
"""Roles for which it matters whose turn it is."""


def words(convention: Convention) -> str:
    """One line, its parts separated by semicolons; empty for the template's own convention."""
    return "; ".join(_parts(convention, adapter.template(str(convention["role"]))))


def _parts(how: Convention, usual: Convention) -> Iterator[str]:
    def differs(*names: str) -> bool:
        return any(how[name] != usual[name] for name in names)

    role, order = str(how["role"]), str(how["order"]).split()
    if differs("call"):
        held = f", which holds the board as {how['held']}" if how["held"] else ""
        yield f"its method {how['call']} is asked, of an object made of the class{held}"
    if differs("order"):
        yield f"called with ({', '.join(order)})" if order else "called without arguments"
    if role in _TURNS and how["state"] == "board" and not {"player", "opponent"} & {*order}:
        yield "whose turn it is follows from the board"
    if differs("cells"):
        yield f"cells are {', '.join(map(repr, adapter.CELLS[str(how['cells'])]))}"
    if differs("players") and ("player" in order or how["state"] != "board"):
        yield f"players are {' and '.join(map(repr, adapter.PLAYERS[str(how['players'])]))}"
    if differs("container"):
        yield "boards are nested lists"
    if differs("across"):
        yield "boards have columns first"
    if differs("upturned"):
        yield "boards have the bottom row first"
    if differs("state"):
        yield _STATES[str(how["state"])]
    if differs("first") and role in {*_TURNS, "actions", "best_first_move"}:
        yield "columns are counted from 1"
    if differs("more"):
        yield "full depth is passed beside the arguments"
    if differs("part"):
        yield _part(how, usual)
    if differs("answer"):
        yield _READ[str(how["answer"])]
    if differs("view") and (role not in _TURNS or how["part"] not in {-1, "key"}):
        yield _VIEWS[str(how["view"])]
    if differs("scale"):
        yield f"a win is worth {how['scale']}" if how["scale"] else "only signs of numbers count"


def _part(how: Convention, usual: Convention) -> str:
    match how["part"]:
        case -1:
            return "it returns the column alone"
        case "key":
            return "it returns a dictionary that names the column"
        case 0 if usual["part"] == 1:
            return "it returns (column, value)"
        case 1:
            return "the second part of what it returns counts"
        case _:
            return "the first part of what it returns counts"
