from __future__ import annotations

from grader.model.submission import MAX_MESSAGE, LoadNote, merge_equal_notes


def note(cell: int, line: int | None, message: str = "Stopped") -> LoadNote:
    return LoadNote(message, f"a.ipynb cell {cell}", line)


def test_notes_that_say_the_same_are_one_at_the_first() -> None:
    given = [note(2, 3), note(2, 9), note(3, 1, "other"), note(4, None), note(4, None)]
    assert merge_equal_notes(given) == (
        LoadNote("Stopped (3 times: also line 9, cell 4)", "a.ipynb cell 2", 3),
        note(3, 1, "other"),
    )


def test_notes_of_several_loads_are_counted_once() -> None:
    """What takes longer in one load than in another may exceed its share only there."""
    loads = [[note(2, 3), note(2, 9)], [note(2, 3), note(3, 1)], [note(2, 3)]]
    (only,) = merge_equal_notes(each for load in loads for each in load)
    assert only.message == "Stopped (3 times: also line 9, cell 3 line 1)"


def test_of_many_only_some_are_named() -> None:
    (only,) = merge_equal_notes(note(1, line) for line in range(1, 11))
    assert only.message == (
        "Stopped (10 times: also line 2, line 3, line 4, line 5, line 6, 4 more)"
    )


def test_files_are_named_where_they_differ() -> None:
    (only,) = merge_equal_notes(
        [LoadNote("m", "a.py", 1), LoadNote("m", "b.py", 2), note(1, 1, "m")]
    )
    assert only.message == "m (3 times: also b.py line 2, a.ipynb cell 1 line 1)"


def test_nothing_else_changes() -> None:
    assert merge_equal_notes([]) == ()
    assert merge_equal_notes([note(1, 1), note(1, 1)]) == (note(1, 1),)


def test_a_message_stays_short_with_the_places_it_names() -> None:
    (only,) = merge_equal_notes(note(1, line, "m" * MAX_MESSAGE) for line in (1, 2))
    assert len(only.message) == MAX_MESSAGE
    assert only.message.endswith("m (2 times: also line 2)")
