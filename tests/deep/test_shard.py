from __future__ import annotations

import pytest

from tests.deep.shard import Shard

LIST = list(range(21))


@pytest.mark.parametrize("text", ["", "3", "0/8", "9/8", "1/0", "-1/8", "3/8 ", "a/b"])
def test_what_is_no_share(text: str) -> None:
    with pytest.raises(ValueError, match="is no share"):
        Shard.parse(text)


@pytest.mark.parametrize("of", [1, 2, 8, 30])
def test_all_shares_together_are_everything_once(of: int) -> None:
    shares = [Shard.parse(f"{number}/{of}").pick(LIST) for number in range(1, of + 1)]
    assert sorted(item for share in shares for item in share) == LIST
    assert max(map(len, shares)) - min(map(len, shares)) <= 1


def test_several_shares_are_this_one_and_the_next() -> None:
    assert Shard(8, 8).pick(LIST, 2) == sorted(Shard(8, 8).pick(LIST) + Shard(1, 8).pick(LIST))
    assert Shard(3, 8).pick(LIST, 8) == LIST
    assert Shard(3, 8).pick(LIST, 9) == LIST


def test_a_share_is_written_as_it_is_read() -> None:
    assert str(Shard.parse("3/8")) == "3/8"
