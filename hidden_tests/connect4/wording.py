"""A convention in words, for the report: where it differs from the recommended template."""

from __future__ import annotations

from collections.abc import Iterator

from grader.testing import Convention
from reference.connect4.adapter import forms

_READ = {
    "same board": "it changes the board that it is given, and returns it",
    "changed board": "it changes the board that it is given",
    "mask": "it returns True or False for each column",
    "cells": "it returns cells, of which the columns count",
    "words": "the game is over unless it returns False, 0, None or a word for going on",
    "unless none": "the game is over unless it returns None or False",
    "unless two": "the game is over unless it returns 2",
    "number or none": "it returns None while the game goes on",
    "halves": "a draw is worth 0.5, and a loss 0",
    "winner": "it returns who has won",
    "next board": "it returns the board after its move",
    "cell": "it returns a cell, of which the column counts",
    "line": "it returns a line of play, of which the first column counts",
}
_VIEWS = {
    "x": "its numbers are from x's point of view",
    "mover": "its numbers are from the point of view of who is to move",
    "none": "its values are not read",
    "halves": "a draw is worth 0.5, and a loss 0",
}
_LAYOUT = {
    "container": "boards are nested lists",
    "across": "boards have columns first",
    "upturned": "boards have the bottom row first",
}
_ACTIONS = {
    "cell": "a cell",
    "player column": "a pair of player and column",
    "column player": "a pair of column and player",
}
_STATES = {
    "board player": "a state is a pair of board and player",
    "player board": "a state is a pair of player and board",
    "object": "a state is an object that holds the board",
    "record": "a state is made of a board and a player",
}
_GIVEN = {"monte_carlo_search": "the number of playouts"}
_SWITCHED = {"ordering": "move ordering on", "pruning": "forward pruning on"}
_TURNS = {
    "result", "random_player", "alpha_beta_search", "ordered_search", "cutoff_search",
    "forward_pruning_search", "monte_carlo_search", "agent",
}  # fmt: skip
"""Roles for which it matters whose turn it is."""


def words(convention: Convention) -> str:
    """One line, its parts separated by semicolons; empty for the template's own convention."""
    return "; ".join(_parts(convention, forms.template(str(convention["role"]))))


def _parts(how: Convention, usual: Convention) -> Iterator[str]:
    order = str(how["order"]).split()
    if how["call"]:
        held = ", which holds the board" if how["held"] else ""
        yield f"its method {how['call']} is asked, of an object made of the class{held}"
    if how["order"] != usual["order"]:
        yield f"called with ({', '.join(order)})" if order else "called without arguments"
    said = {*order, *str(how["action"]).split()}
    if how["role"] in _TURNS and how["state"] == "board" and not {"player", "opponent"} & said:
        yield "whose turn it is follows from the board"
    yield from _of_boards(how, usual, order)
    yield from _of_answers(how, usual)


def _of_boards(how: Convention, usual: Convention, order: list[str]) -> Iterator[str]:
    if how["cells"] != usual["cells"]:
        yield _cells(str(how["cells"]))
    named = "player" in order or how["state"] != "board" or how["answer"] == "winner"
    if how["players"] != usual["players"] and named:
        yield _players(str(how["players"]))
    for name, said in _LAYOUT.items():
        if how[name] != usual[name]:
            yield "boards are nested tuples" if how[name] == "tuples" else said
    if how["state"] != usual["state"] and not how["held"]:
        yield _STATES[str(how["state"])]
    if how["turned"]:
        yield "whoever is to move has the first kind of discs"
    if how["fixed"]:
        yield "only boards of 6 rows and 7 columns are played on"
    if how["sized"]:
        yield "the size of boards is set in global variables"
    if how["action"] != usual["action"]:
        yield f"an action is {_ACTIONS[str(how['action'])]}"
    if how["first"] != usual["first"] and how["role"] in {*_TURNS, "actions", "best_first_move"}:
        yield "columns are counted from 1"


def _cells(cells: str) -> str:
    if cells == "members":
        return "cells are members of an Enum"
    if forms.OWN in forms.CELLS[cells]:
        return "cells are symbols that the submission names"
    return f"cells are {', '.join(map(repr, forms.CELLS[cells]))}"


def _players(players: str) -> str:
    if players == "members":
        return "players are members of an Enum"
    if forms.OWN in forms.PLAYERS[players]:
        return "players are symbols that the submission names"
    if "maximizes" in players:
        return f"a flag says whether {players[0]}, who maximizes, is to move"
    return f"players are {' and '.join(map(repr, forms.PLAYERS[players]))}"


def _of_answers(how: Convention, usual: Convention) -> Iterator[str]:
    if how["flag"]:
        yield f"its parameter that switches {_SWITCHED[str(how['flag'])]} is set"
    if how["maker"]:
        yield f"it makes an agent, given {_GIVEN.get(str(how['role']), 'how far to look ahead')}"
    if how["more"]:
        yield "full depth is passed beside the arguments"
    if how["part"] != usual["part"] and (how["part"], how["answer"]) != (-1, "next board"):
        yield _part(how, usual)
    if how["answer"] != usual["answer"]:
        yield _READ[str(how["answer"])]
    alone = how["role"] in _TURNS and how["part"] in {-1, "key"}
    if how["view"] != usual["view"] and how["answer"] != "winner" and not alone:
        yield _VIEWS[str(how["view"])]
    if how["scale"] != usual["scale"]:
        yield f"a win is worth {how['scale']}" if how["scale"] else "only signs of numbers count"


def _part(how: Convention, usual: Convention) -> str:
    match how["part"]:
        case -1:
            return "it returns the column alone"
        case "key":
            return "it returns a dictionary or an object that names the column"
        case 0 if usual["part"] == 1:
            return "it returns (column, value)"
        case 1:
            return "the second part of what it returns counts"
        case _:
            return "the first part of what it returns counts"
