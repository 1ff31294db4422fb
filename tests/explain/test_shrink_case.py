from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from grader.explain.shrink_case import Shrinkable, shrink_case


@dataclass(frozen=True, slots=True)
class Numbers:
    """A case that gets smaller by losing one of its numbers."""

    numbers: tuple[int, ...]

    @property
    def size(self) -> str:
        return f"{len(self.numbers)} numbers"

    def smaller(self) -> Iterator[Numbers]:
        for place in range(len(self.numbers)):
            yield Numbers(self.numbers[:place] + self.numbers[place + 1 :])


def holds(*wanted: int) -> Callable[[Shrinkable], str | None]:
    def fails(case: Shrinkable) -> str | None:
        assert isinstance(case, Numbers)
        return f"fails with {case.size}" if set(wanted) <= set(case.numbers) else None

    return fails


def never() -> bool:
    return False


def test_only_what_matters_is_left() -> None:
    found = shrink_case(Numbers(tuple(range(12))), holds(3, 8), never)
    assert found == (Numbers((3, 8)), "fails with 2 numbers")


def test_a_case_that_does_not_fail_has_no_smallest_version() -> None:
    assert shrink_case(Numbers((1, 2)), holds(7), never) is None


def test_a_case_may_have_no_smaller_versions() -> None:
    assert shrink_case(Numbers(()), holds(), never) == (Numbers(()), "fails with 0 numbers")


def test_it_ends_when_there_has_been_enough_and_keeps_what_was_found() -> None:
    tries = 0

    def enough() -> bool:
        nonlocal tries
        tries += 1
        return tries > 6

    found = shrink_case(Numbers(tuple(range(12))), holds(11), enough)
    assert found is not None
    assert 1 < len(found[0].numbers) < 12  # type: ignore[attr-defined]
    assert shrink_case(Numbers((1,)), holds(1), lambda: True) is None
