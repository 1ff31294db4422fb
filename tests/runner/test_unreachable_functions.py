"""Where functions are defined that nobody who imports a program can call."""

from __future__ import annotations

from grader.runner import loader, unreachable_functions

SOURCE = """
class Holder:
    def method(self, route):
        return route

    @staticmethod
    def free(route):
        return route

    class Inner:
        def deep(cls):
            pass

def outer():
    def nested():
        return 1
    return nested

if __name__ == "__main__":
    def guarded():
        pass

if outer is None:
    pass
else:
    try:
        def there():
            pass
    except ValueError:
        def handled():
            pass
"""


def found(source: str) -> dict[str, str]:
    statements, _ = loader.plan([(source, "x.py", False)])
    namespace: dict[str, object] = {"__name__": "x"}
    loader.execute(statements, namespace)
    return unreachable_functions.elsewhere(statements, namespace)


def test_each_is_said_with_its_place_and_what_to_change() -> None:
    said = found(SOURCE)
    assert list(said) == ["method", "free", "deep", "nested", "guarded", "handled"]
    assert said["method"] == (
        "is a method of the class Holder (x.py, line 3). Move it out of the class, and leave out "
        "its parameter self"
    )
    assert (
        said["free"] == "is a method of the class Holder (x.py, line 7). Move it out of the class"
    )
    assert said["deep"].endswith("and leave out its parameter cls")
    assert "inside the function outer (x.py, line 15)" in said["nested"]
    assert said["guarded"].startswith('is defined under if __name__ == "__main__" (x.py, line 20)')
    assert "inside another statement (x.py, line 30)" in said["handled"]


def test_what_can_be_called_is_not_said() -> None:
    assert (
        found("def f():\n    def f():\n        pass\nclass A:\n    def f(self):\n        pass\n")
        == {}
    )


def test_however_many_and_however_deep() -> None:
    many = "class A:\n" + "".join(f"    def f{number}(self): pass\n" for number in range(1000))
    deep = "".join(f"{' ' * level}def g{level}():\n" for level in range(60)) + " " * 60 + "pass\n"
    said = found(many + deep)
    assert len(said) == 300
    assert {*found(deep)} == {"g1", "g2", "g3", "g4", "g5"}
