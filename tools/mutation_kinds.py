"""The mistakes that a mutant may be: what each kind of syntax may turn into.

Comparisons and their bounds, `and`, `or`, `not`, arithmetic, numbers, texts, enum members, guards that always
or never hold, and what is left out: a statement, an argument, an element, a filter, a case.
"""

import ast
import copy
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import singledispatch

Members = Mapping[str, tuple[str, ...]]
"""The members of every enum, by its name."""

NOTHING = "nothing"
_COMPARISONS: Mapping[type[ast.cmpop], tuple[type[ast.cmpop], ...]] = {
    ast.Lt: (ast.LtE, ast.GtE),
    ast.LtE: (ast.Lt, ast.Gt),
    ast.Gt: (ast.GtE, ast.LtE),
    ast.GtE: (ast.Gt, ast.Lt),
    ast.Eq: (ast.NotEq,),
    ast.NotEq: (ast.Eq,),
    ast.Is: (ast.IsNot,),
    ast.IsNot: (ast.Is,),
    ast.In: (ast.NotIn,),
    ast.NotIn: (ast.In,),
}
_ARITHMETIC: Mapping[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.FloorDiv,
    ast.FloorDiv: ast.Mult,
    ast.Mod: ast.Mult,
    ast.BitOr: ast.BitAnd,
    ast.BitAnd: ast.BitOr,
}
_CALLS = {"min": "max", "max": "min", "any": "all", "all": "any", "sorted": "list"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """`put` in place of `target`; `before` and `after` say it in the language's own words."""

    target: ast.AST
    put: ast.AST
    before: str
    after: str


def _swap(target: ast.AST, put: ast.AST) -> Change:
    return Change(target=target, put=put, before=ast.unparse(target), after=ast.unparse(put))


def _without(node: ast.AST, field: str, at: int) -> Change:
    """`node` without one entry of a list that it has."""
    entries = getattr(node, field)
    left = copy.copy(node)
    setattr(left, field, [*entries[:at], *entries[at + 1 :]])
    return Change(target=node, put=left, before=ast.unparse(entries[at]), after=NOTHING)


def _always_and_never(test: ast.expr) -> Iterator[Change]:
    """The test is still evaluated: a walrus in it binds its name."""
    for operator, value in ((ast.Or(), True), (ast.And(), False)):
        put = ast.BoolOp(op=operator, values=[test, ast.Constant(value=value)])
        yield Change(target=test, put=put, before=ast.unparse(test), after=str(value))


@singledispatch
def changes(node: ast.AST) -> Iterable[Change]:
    """What `node` may turn into; nothing for most kinds of nodes."""
    return ()


@changes.register
def _compare(node: ast.Compare) -> Iterator[Change]:
    for other in _COMPARISONS[type(node.ops[0])]:
        yield _swap(
            node, ast.Compare(left=node.left, ops=[other(), *node.ops[1:]], comparators=node.comparators)
        )


@changes.register
def _boolean(node: ast.BoolOp) -> Iterator[Change]:
    other = ast.Or() if isinstance(node.op, ast.And) else ast.And()
    yield _swap(node, ast.BoolOp(op=other, values=node.values))
    for at in range(len(node.values)):
        left = [*node.values[:at], *node.values[at + 1 :]]
        yield _swap(node, left[0] if len(left) == 1 else ast.BoolOp(op=node.op, values=left))


@changes.register
def _arithmetic(node: ast.BinOp) -> Iterator[Change]:
    if other := _ARITHMETIC.get(type(node.op)):
        yield _swap(node, ast.BinOp(left=node.left, op=other(), right=node.right))


@changes.register
def _unary(node: ast.UnaryOp) -> Iterator[Change]:
    yield _swap(node, node.operand)


@changes.register
def _constant(node: ast.Constant) -> Iterator[Change]:
    match node.value:
        case bool(value):
            yield _swap(node, ast.Constant(value=not value))
        case int(value):
            yield _swap(node, ast.Constant(value=value + 1))
            yield _swap(node, ast.Constant(value=value - 1))
        case str(value):
            yield _swap(node, ast.Constant(value=f"{value}?"))


@changes.register(ast.If)
@changes.register(ast.While)
@changes.register(ast.IfExp)
def _guard(node: ast.If | ast.While | ast.IfExp) -> Iterator[Change]:
    yield from _always_and_never(node.test)


@changes.register
def _filter(node: ast.comprehension) -> Iterator[Change]:
    for test in node.ifs:
        yield from _always_and_never(test)


@changes.register
def _call(node: ast.Call) -> Iterator[Change]:
    for at, argument in enumerate(node.keywords):
        if argument.arg is not None:
            yield _without(node, "keywords", at)
    if isinstance(node.func, ast.Name) and node.func.id in _CALLS:
        other = ast.Name(id=_CALLS[node.func.id], ctx=ast.Load())
        yield _swap(node, ast.Call(func=other, args=node.args, keywords=node.keywords))


@changes.register(ast.Tuple)
@changes.register(ast.Set)
def _elements(node: ast.Tuple | ast.Set) -> Iterator[Change]:
    if len(node.elts) > 1 and isinstance(getattr(node, "ctx", None), ast.Load | None):
        yield from (_without(node, "elts", at) for at in range(len(node.elts)))


@changes.register
def _entries(node: ast.Dict) -> Iterator[Change]:
    for at, (key, value) in enumerate(zip(node.keys, node.values, strict=True)):
        left = ast.Dict(
            keys=node.keys[:at] + node.keys[at + 1 :], values=node.values[:at] + node.values[at + 1 :]
        )
        before = f"{ast.unparse(key) if key else '**'}: {ast.unparse(value)}"
        yield Change(target=node, put=left, before=before, after=NOTHING)


@changes.register
def _cases(node: ast.Match) -> Iterator[Change]:
    """Without `case _` a function would return nothing, which is what another change is for."""
    for at, case in enumerate(node.cases):
        if case.guard is not None:
            yield from _always_and_never(case.guard)
        if ast.unparse(case.pattern) != "_":
            yield replace(_without(node, "cases", at), before=f"case {ast.unparse(case.pattern)}")


@changes.register
def _expression(node: ast.Expr) -> Iterator[Change]:
    yield Change(target=node, put=ast.Pass(), before=ast.unparse(node), after=NOTHING)


@changes.register
def _raise(node: ast.Raise) -> Iterator[Change]:
    yield Change(target=node, put=ast.Pass(), before="raise", after=NOTHING)


@changes.register
def _continue(node: ast.Continue) -> Iterator[Change]:
    yield _swap(node, ast.Break())


@changes.register
def _function(node: ast.FunctionDef) -> Iterator[Change]:
    yield from _assigned_again(node)
    if node.returns is not None and "None" in ast.unparse(node.returns):
        yield from _returns_nothing(node)


def _returns_nothing(node: ast.FunctionDef) -> Iterator[Change]:
    """Where the function's type allows it; elsewhere types hold it."""
    for one in ast.walk(node):
        if isinstance(one, ast.Return) and one.value is not None and ast.unparse(one.value) != "None":
            yield _swap(one, ast.Return(value=ast.Constant(value=None)))


def _assigned_again(node: ast.FunctionDef) -> Iterator[Change]:
    """Leaves out assignments to a name that has a value already; without a first one nothing runs."""
    known = {argument.arg for argument in (*node.args.args, *node.args.kwonlyargs)}
    for one in ast.walk(node):
        match one:
            case ast.Assign(targets=[ast.Name(id=name)]) | ast.AugAssign(target=ast.Name(id=name)):
                if name in known:
                    yield Change(target=one, put=ast.Pass(), before=ast.unparse(one), after=NOTHING)
                known.add(name)


def other_members(node: ast.AST, members: Members) -> Iterator[Change]:
    """The members of the enum before and after this one, round the end."""
    match node:
        case ast.Attribute(value=ast.Name(id=enum), attr=attr) if attr in members.get(enum, ()):
            ring = members[enum]
            at = ring.index(attr)
            for other in {ring[at - 1]: None, ring[(at + 1) % len(ring)]: None}:
                yield _swap(node, ast.Attribute(value=node.value, attr=other, ctx=node.ctx))
