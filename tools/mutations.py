"""The mutants of a file: where each changes what, how it is named, how it is put into the loaded engine.

Types, docstrings, asserts, decorators and the texts of exceptions are left alone; so are the fields of a
class and the members of an enum.
"""

import ast
import copy
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from enum import Enum
from pathlib import Path
from types import FunctionType, ModuleType

from mutation_kinds import NOTHING, Change, Members, changes, other_members

_SMALL, _LARGE = 16, 90  # characters


@dataclass(frozen=True, slots=True, kw_only=True)
class Mutation:
    """`function`: qualified, or the name of a constant. `again`: the how many-th alike in it, from 1.

    `lines`: whose tests are tried; `owner_lines`: the function's. `statement`: at the top level, changed.
    """

    path: Path
    function: str
    line: int
    lines: range
    owner_lines: range
    before: str
    after: str
    again: int
    statement: ast.stmt

    @property
    def key(self) -> tuple[str, str, str, str, int]:
        return self.path.name, self.function, self.before, self.after, self.again

    def __str__(self) -> str:
        again = f" #{self.again}" if self.again > 1 else ""
        return f"`{self.path.name}` `{self.function}`: `{self.before}` → `{self.after}`{again}"


# --- finding them --------------------------------------------------------------------------------


def mutations(path: Path, members: Members) -> list[Mutation]:
    """All mutants of one file, in its order."""
    found: list[Mutation] = []
    for statement in ast.parse(path.read_text(encoding="utf-8")).body:
        for name, owner in _owners(statement):
            found += _of_owner(path, name, owner, statement, members)
    alike: Counter[tuple[str, str, str, str, int]] = Counter()
    numbered = []
    for one in found:
        alike[one.key] += 1
        numbered.append(replace(one, again=alike[one.key]))
    return numbered


def _owners(statement: ast.stmt) -> Iterator[tuple[str, ast.stmt]]:
    """Functions, methods and constants by name. Fields and members of a class are what types hold."""
    match statement:
        case ast.FunctionDef(name=name):
            yield name, statement
        case ast.ClassDef(name=name, body=body):
            yield from ((f"{name}.{one.name}", one) for one in body if isinstance(one, ast.FunctionDef))
        case ast.Assign(targets=[ast.Name(id=name)]) | ast.AnnAssign(target=ast.Name(id=name)):
            yield name, statement


def _of_owner(
    path: Path, name: str, owner: ast.stmt, statement: ast.stmt, members: Members
) -> Iterator[Mutation]:
    for node, around, lines in _walk(owner, owner, range(owner.lineno, owner.lineno + 1)):
        for change in (*changes(node), *other_members(node, members)):
            before, after = _told(change, around)
            mutated = copy.deepcopy(statement, {id(change.target): change.put})
            yield Mutation(
                path=path,
                function=name,
                line=getattr(change.target, "lineno", lines.start),
                lines=_lines_of(change.target) if isinstance(change.target, ast.stmt) else lines,
                owner_lines=_lines_of(owner),
                before=before,
                after=after,
                again=1,
                statement=ast.fix_missing_locations(mutated),
            )


def _lines_of(statement: ast.stmt) -> range:
    return range(statement.lineno, (statement.end_lineno or statement.lineno) + 1)


def _told(change: Change, around: ast.AST) -> tuple[str, str]:
    """The change in words; of something small in what it is part of, so that one knows which it is."""
    parts = (ast.expr, ast.keyword, ast.Return, ast.Assign, ast.AnnAssign)
    if len(change.before) < _SMALL and change.after != NOTHING and isinstance(around, parts):
        before = ast.unparse(around)
        if len(before) < _LARGE:
            return before, ast.unparse(copy.deepcopy(around, {id(change.target): change.put}))
    return change.before, change.after


def _walk(node: ast.AST, around: ast.AST, lines: range) -> Iterator[tuple[ast.AST, ast.AST, range]]:
    """Every node that may be changed, what it is in, and the lines of the innermost statement around it."""
    if isinstance(node, ast.stmt):
        body = getattr(node, "body", None) or getattr(node, "cases", None)
        first = _first_line(body[0]) if body else (node.end_lineno or node.lineno) + 1
        lines = range(node.lineno, max(first, node.lineno + 1))
    yield node, around, lines
    for child in _children(node):
        yield from _walk(child, node, lines)


def _first_line(node: ast.stmt | ast.match_case) -> int:
    return node.pattern.lineno if isinstance(node, ast.match_case) else node.lineno


def _children(node: ast.AST) -> Iterator[ast.AST]:
    match node:
        case ast.FunctionDef(args=args, body=body):
            yield from (default for default in (*args.defaults, *args.kw_defaults) if default is not None)
            yield from (one for one in body if not _is_docstring(one))
        case ast.AnnAssign(value=value):
            yield from () if value is None else (value,)
        case ast.Assert() | ast.JoinedStr():
            return
        case ast.match_case() if "assert_never" in ast.unparse(node.body[0]):
            return
        case _:
            yield from ast.iter_child_nodes(node)


def _is_docstring(node: ast.stmt) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)


def enums(modules: Iterable[ModuleType]) -> Members:
    """What enums the modules know, by name."""
    known = {}
    for module in modules:
        for name, one in vars(module).items():
            if isinstance(one, type) and issubclass(one, Enum) and len(one) > 1:
                known[name] = tuple(one.__members__)
    return known


# --- putting one in ------------------------------------------------------------------------------


def install(mutation: Mutation, module: ModuleType) -> None:
    """Changes the live module in this process, wherever its functions and constants have got to."""
    scope = dict(vars(module))
    code = compile(ast.Module(body=[mutation.statement], type_ignores=[]), str(mutation.path), "exec")
    exec(code, scope)  # noqa: S102 - the mutant itself
    owner, _, method = mutation.function.partition(".")
    new, old = scope[owner], vars(module)[owner]
    if method:
        new, old = (_function(vars(one)[method]) for one in (new, old))
    if isinstance(old, FunctionType):
        old.__code__ = new.__code__
        old.__defaults__, old.__kwdefaults__ = new.__defaults__, new.__kwdefaults__
        return
    for other in list(sys.modules.values()):
        if getattr(other, "__dict__", {}).get(owner) is old:
            setattr(other, owner, new)


def _function(method: object) -> object:
    return method.fget if isinstance(method, property) else method
