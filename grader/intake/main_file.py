"""Finds the file to grade among several: the one that defines what the assignment asks for.

A file offers what it defines, and what it imports by name from other files that were handed in.
Files are text here: lines are looked at one by one, and nothing is parsed or executed.

1. Files that students are given, and their own tests, are no candidates, unless there is nothing
   else.
2. If the assignment names the file, that one.
3. Else the one that offers all that any other offers, and more; or just as much, and defines more
   of it.
4. Where names are free, or none is there: the one that no other imports.

What is left open is a question for people: :class:`~grader.intake.intake_errors.SeveralFiles`.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import PurePosixPath

from grader.intake import handin_files, notebook_code
from grader.intake.accepted_files import ACCEPTED, MAX_CODE, MAX_FURTHER, suffix_of
from grader.intake.handin_files import FileEntry
from grader.intake.intake_errors import IntakeError, SeveralFiles, printable_name
from grader.intake.text_decoding import decode_with_doubt
from grader.model.formatting import format_some_names
from grader.model.submission import MainFileRules

_DEFINED = re.compile(r"^(?:async[ \t]+)?(?:def|class)[ \t]+([^\W\d]\w*)", re.MULTILINE)
_WITHIN = re.compile(r"^[ \t]+(?:async[ \t]+)?def[ \t]+([^\W\d]\w*)", re.MULTILINE)
_FROM = re.compile(
    r"^[ \t]*+from[ \t]++([\w.]++)[ \t]++import[ \t]*+(\([^()]*+\)|[^\n#(]*+)", re.MULTILINE
)
_IMPORT = re.compile(r"^[ \t]*+import[ \t]++([\w.,\ \t]++)", re.MULTILINE)
_COMMENT = re.compile(r"#[^\n]*+")
_MOST_IMPORTS = 500
"""Names in imports of one file that are looked at,"""
_MOST_CODE = 4 * MAX_CODE
"""bytes of Python files in which it is looked for the one to grade,"""
_MOST_BYTES = 128 << 20
"""and of notebooks as well, most of which are outputs."""

_TESTS = re.compile(r"tests?|conftest|test_.*|.*_test")
"""Names of files with a student's own tests, lower case and without the suffix."""


@dataclass(frozen=True, slots=True)
class _CandidateFile:
    """The names that a candidate file defines and imports, as its lines say.

    Attributes:
        defines: names of functions and classes at its top level.
        within: names of functions further in, as of methods.
        takes: names that it takes over from other candidates, each with the candidate and the name
            there; ``*`` for all.
        imports: the candidates that it imports in any way.
    """

    defines: frozenset[str]
    within: frozenset[str]
    takes: tuple[tuple[str, str, str], ...]
    imports: frozenset[str]


_Modules = dict[str, list[tuple[tuple[str, ...], str]]]
"""Python files by the last part of their modules' names, each with all parts and its path."""


def find_main_file(container: str, entries: Iterable[FileEntry], rules: MainFileRules) -> str:
    """Return the name of the entry to grade.

    Args:
        container: name of what holds the entries, for people.

    Raises:
        IntakeError: if there is none; :class:`SeveralFiles` if there is more than one.
    """
    known = {entry.name: entry for entry in entries}
    found = [name for name in known if handin_files.may_be_graded(PurePosixPath(name), rules.given)]
    candidates = [name for name in found if not is_test_file(name)] or found
    packages = [name for name in known if _is_package(name)]
    if not candidates and not packages:
        texts = [
            entry
            for name, entry in known.items()
            if suffix_of(name) in {"", ".txt"}
            and handin_files.is_students_file(handin_files.normalise_archive_path(name))
        ]
        advice = handin_files.advise_renaming(texts[0]) if len(texts) == 1 else ""
        raise IntakeError(
            f"{container} holds no Python file or notebook of your own; give {ACCEPTED}.{advice}"
        )
    if len(candidates) == 1 and not packages:
        return candidates[0]
    if main := _find_single_outermost(candidates, rules.main):
        return main
    if not _are_few_and_small([known[name] for name in (*candidates, *packages)]):
        raise _several(container, candidates or packages, frozenset(), {})
    looked_at = _read_candidates([*candidates, *packages], known)
    best = _keep_best_candidates(looked_at, rules.asked)
    if len(best) == 1:
        return best[0]
    if not best and len(candidates) == 1:
        return candidates[0]
    if not best and (roots := _roots(candidates, looked_at)):
        best = roots
    if len(best) == 1:
        return best[0]
    raise _several(container, best or candidates or packages, rules.asked, looked_at)


def find_other_solution_files(
    main: str, entries: Iterable[FileEntry], rules: MainFileRules
) -> list[str]:
    """Return names of entries that define a function asked for and are not imported by ``main``."""
    known = {entry.name: entry for entry in entries}
    found = [
        name
        for name in known
        if name == main
        or _is_package(name)
        or (handin_files.may_be_graded(PurePosixPath(name), rules.given) and not is_test_file(name))
    ]
    if len(found) == 1 or not _are_few_and_small([known[name] for name in found]):
        return []
    looked_at = _read_candidates(found, known)
    reached, waiting = {main}, [main]
    while waiting:
        new = looked_at[waiting.pop()].imports - reached
        reached |= new
        waiting += new
    return [
        name
        for name, file in looked_at.items()
        if name not in reached and not file.defines.isdisjoint(rules.asked)
    ]


def is_test_file(name: str) -> bool:
    """Return whether a file holds a student's own tests, by the names of pytest and unittest."""
    path = handin_files.normalise_archive_path(name)
    folders = (part.lower() for part in path.parts[:-1])
    is_code = path.suffix.lower() == ".py"
    return is_code and (
        any(folder in {"test", "tests"} for folder in folders)
        or bool(_TESTS.fullmatch(path.stem.lower()))
    )


def _are_few_and_small(entries: Sequence[FileEntry]) -> bool:
    """Return whether the entries are few and small enough for all of them to be read."""
    code = sum(entry.size for entry in entries if suffix_of(entry.name) == ".py")
    whole = sum(entry.size for entry in entries)
    return len(entries) <= MAX_FURTHER and code <= _MOST_CODE and whole <= _MOST_BYTES


def _is_package(name: str) -> bool:
    path = handin_files.normalise_archive_path(name)
    return (
        path.name == "__init__.py"
        and handin_files.is_students_folder(path.parent)
        and not is_test_file(name)
    )


def _find_single_outermost(candidates: Sequence[str], names: Collection[str]) -> str:
    """Return the candidate named in ``names`` in the fewest folders; empty if not just one."""
    named = [
        name
        for name in candidates
        if handin_files.normalise_archive_path(name).name.lower() in names
    ]
    depths = [len(handin_files.normalise_archive_path(name).parts) for name in named]
    highest = [name for name, depth in zip(named, depths, strict=True) if depth == min(depths)]
    return highest[0] if len(highest) == 1 else ""


def _read_candidates(
    names: Sequence[str], entries: Mapping[str, FileEntry]
) -> dict[str, _CandidateFile]:
    modules: _Modules = {}
    for name in names:
        path = handin_files.normalise_archive_path(name)
        if path.suffix.lower() == ".py":
            parts = path.parts[:-1] if _is_package(name) else path.with_suffix("").parts
            modules.setdefault(parts[-1] if parts else "", []).append((parts, name))
    return {name: _file(name, _read_candidate(entries[name]), modules) for name in names}


def _read_candidate(entry: FileEntry) -> str:
    """Return the code of a candidate; empty if it cannot be read as code."""
    try:
        text, _ = decode_with_doubt(entry.code())
        if suffix_of(entry.name) == ".ipynb":
            sources, _ = notebook_code.code_cells(text, entry.name)
            text = "\n".join(source for _, source in sources)
    except (IntakeError, OSError):
        return ""
    return text


def _file(name: str, text: str, modules: _Modules) -> _CandidateFile:
    takes: list[tuple[str, str, str]] = []
    imports: set[str] = set()
    here = handin_files.normalise_archive_path(name).parts[:-1]
    for module, original, alias in islice(_find_imports(text), _MOST_IMPORTS):
        if not original:
            imports.add(_resolve_import(here, module, modules))
        elif submodule := _resolve_import(here, _below(module, original), modules):
            imports.add(submodule)
        elif target := _resolve_import(here, module, modules):
            imports.add(target)
            takes.append((alias, target, original))
    return _CandidateFile(
        frozenset(_DEFINED.findall(text)),
        frozenset(_WITHIN.findall(text)),
        tuple(takes),
        frozenset(imports - {name, ""}),
    )


def _find_imports(text: str) -> Iterator[tuple[str, str, str]]:
    """Yield each import: the module, the name taken from it, and the name that it gets."""
    for match in _FROM.finditer(text):
        for original, alias in _split_import_names(match[2]):
            yield match[1], original, alias
    for match in _IMPORT.finditer(text):
        for module, _ in _split_import_names(match[1]):
            yield module, "", ""


def _below(module: str, name: str) -> str:
    return f"{module}{name}" if module.endswith(".") else f"{module}.{name}"


def _split_import_names(said: str) -> Iterator[tuple[str, str]]:
    """Yield the names listed in an import statement, each with the name that it gets."""
    for part in _COMMENT.sub("", said).strip(" \t\n()").split(","):
        match part.split():
            case [name]:
                yield name, name
            case [name, "as", alias]:
                yield name, alias


def _resolve_import(here: tuple[str, ...], module: str, modules: _Modules) -> str:
    """Return the file that ``module`` means to a file in ``here``; empty if none was handed in.

    An absolute name may begin in any folder: students work in one, and hand in another.
    """
    level = len(module) - len(module.lstrip("."))
    wanted = tuple(part for part in module.split(".") if part)
    if level:
        wanted = (*here[: len(here) - level + 1], *wanted)
    found = [
        (parts[:-1] != here, len(parts), name)
        for parts, name in modules.get(wanted[-1] if wanted else "", ())
        if (parts == wanted if level else parts[len(parts) - len(wanted) :] == wanted)
    ]
    return min(found)[2] if found else ""


def _keep_best_candidates(
    looked_at: Mapping[str, _CandidateFile], asked: frozenset[str]
) -> list[str]:
    """Return the candidates that offer a name asked for, unless another one offers more."""
    defines = {name: file.defines & asked for name, file in looked_at.items()}
    offers = _names_offered_by_files(looked_at, defines, asked)
    if not any(offers.values()):
        offers = defines = {name: file.within & asked for name, file in looked_at.items()}
    return [
        name
        for name in offers
        if offers[name]
        and not any(
            offers[name] < offers[other]
            or (offers[name] == offers[other] and defines[name] < defines[other])
            for other in offers
        )
    ]


def _names_offered_by_files(
    looked_at: Mapping[str, _CandidateFile],
    defines: Mapping[str, frozenset[str]],
    asked: frozenset[str],
) -> dict[str, frozenset[str]]:
    """Return the names that each file offers: defined there, or imported from other candidates."""
    offers = dict(defines)
    takers: dict[str, list[tuple[str, str, str]]] = {}
    for name, file in looked_at.items():
        for alias, target, original in file.takes:
            takers.setdefault(target, []).append((name, alias, original))
    waiting = list(looked_at)
    while waiting:  # each file comes again only if it offers more, so this ends soon
        target = waiting.pop()
        for name, alias, original in takers.get(target, ()):
            if original == "*":
                new = offers[target]
            else:
                new = frozenset({alias} if original in offers[target] else ()) & asked
            if not new <= offers[name]:
                offers[name] |= new
                waiting.append(name)
    return offers


def _roots(candidates: Sequence[str], looked_at: Mapping[str, _CandidateFile]) -> list[str]:
    imported = frozenset().union(*(file.imports for file in looked_at.values()))
    return [name for name in candidates if name not in imported]


def _several(
    container: str,
    names: Sequence[str],
    asked: frozenset[str],
    looked_at: Mapping[str, _CandidateFile],
) -> SeveralFiles:
    defines = {name: looked_at[name].defines & asked for name in names if name in looked_at}
    if not any(defines.values()):
        defines = {name: looked_at[name].within & asked for name in defines}
    common = frozenset.intersection(*defines.values()) if defines else frozenset()
    everything = frozenset().union(*defines.values())
    listed = [printable_name(name) for name in names]
    same = f"; each of them defines {format_some_names(sorted(common), 3)}" if common else ""
    advice = "Hand in only one of them, with the files that it imports or reads"
    if everything != common:  # with only one of them, functions would be lost
        listed = [
            f"{printable_name(name)} (defines {format_some_names(sorted(defines[name]), 3)})"
            if defines.get(name)
            else printable_name(name)
            for name in names
        ]
        same = ""
        others = "the other" if len(names) == 2 else "the others"
        advice = f"Put their functions into one file, or let one of them import {others}"
    return SeveralFiles(
        f"{container} holds {len(names)} files that could be graded: "
        f"{format_some_names(listed, 5)}{same}. {advice}.",
        names,
        len(everything),
    )
