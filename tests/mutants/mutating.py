"""The mutants of a module: each changes one place of its text, and means something else."""

import ast
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parent.parent.parent
AT_IMPORT = "<module>"  # in the place of a function: what runs as the module is imported
Place = ast.expr | ast.stmt
Definition = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef
OTHERS: dict[type[ast.AST], tuple[type[ast.AST], ...]] = {
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
    ast.Add: (ast.Sub,),
    ast.Sub: (ast.Add,),
    ast.Mult: (ast.FloorDiv,),
    ast.Div: (ast.Mult,),
    ast.FloorDiv: (ast.Mult,),
    ast.Mod: (ast.Mult,),
    ast.BitAnd: (ast.BitOr,),
    ast.BitOr: (ast.BitAnd,),
    ast.And: (ast.Or,),
    ast.Or: (ast.And,),
}
CALLED = {"min": "max", "max": "min", "any": "all", "all": "any"}
# What may be left out: a name that is never bound would only be a NameError.
LEFT_OUT = (ast.Expr, ast.AugAssign, ast.Raise, ast.Continue, ast.Break, ast.Delete)
# How long a cache is and whether lengths are compared changes nothing that rules say.
UNCHANGED_ARGUMENTS = ("strict", "maxsize")


class Mutant(NamedTuple):
    """`text` is the whole module's, with as many lines as the original has; `was` and `becomes` are the line
    that changes, or the lines in one.
    """

    path: str
    line: int
    function: str
    was: str
    becomes: str
    text: str

    @property
    def key(self) -> tuple[str, str, str, str]:
        """What stays while other lines come and go."""
        return self.path, self.function, self.was, self.becomes

    def __str__(self) -> str:
        return f"{self.path}:{self.line} {self.function}\n- {self.was}\n+ {self.becomes}"


def mutants_of(path: str, source: str | None = None) -> list[Mutant]:
    """All mutants of a module, in the order of its text."""
    source = (ROOT / path).read_text(encoding="utf-8") if source is None else source
    lines = source.encode().splitlines(keepends=True)
    changes = _changes(ast.parse(source), "", AT_IMPORT)
    found = (_mutant(path, lines, node, text, function) for node, text, function in changes)
    return sorted({mutant.text: mutant for mutant in found}.values(), key=lambda mutant: mutant.line)


def _mutant(path: str, lines: Sequence[bytes], node: Place, changed: str, function: str) -> Mutant:
    first, last = node.lineno - 1, (node.end_lineno or node.lineno) - 1
    before, after = lines[first][: node.col_offset], lines[last][node.end_col_offset :]
    padding = "\n" * (last - first)  # functions further down are known by their lines
    inside = changed + padding if isinstance(node, ast.stmt) else f"({changed}{padding})"
    text = b"".join([*lines[:first], before, inside.encode(), after, *lines[last + 1 :]])
    was, becomes = b"".join(lines[first : last + 1]), b"".join([before, changed.encode(), after])
    return Mutant(path, node.lineno, function, _in_one(was), _in_one(becomes), text.decode())


def _in_one(lines: bytes) -> str:
    return " ".join(lines.decode().split())


def _changes(node: ast.AST, prefix: str, function: str) -> Iterator[tuple[Place, str, str]]:
    """What can be changed below a node: what stands there, what would instead, and the function it is in."""
    for child in _children(node):
        if isinstance(child, Place):
            yield from ((child, text, function) for text in _instead(child))
        for test in _conditions(child):
            yield test, ast.unparse(ast.UnaryOp(ast.Not(), test)), function
        if isinstance(child, ast.ClassDef):
            yield from _changes(child, f"{prefix}{child.name}.", function)
        elif isinstance(child, Definition):
            name = f"{prefix}{child.name}"
            yield from _changes(child.args, prefix, function)  # defaults
            yield from _changes(ast.Module(child.body, []), f"{name}.<locals>.", name)
        else:
            yield from _changes(child, prefix, function)


def _children(node: ast.AST) -> Iterator[ast.AST]:
    """Not what is for developers and type checkers alone, nor texts and imports."""
    if isinstance(node, ast.JoinedStr | ast.Assert | ast.Import | ast.ImportFrom) or _is_for_types(node):
        return
    left_out = [getattr(node, "annotation", None), *getattr(node, "decorator_list", ())]
    for child in ast.iter_child_nodes(node):
        if child not in left_out and getattr(child, "arg", None) not in UNCHANGED_ARGUMENTS:
            yield child


def _is_for_types(node: ast.AST) -> bool:
    match node:
        case ast.If(test=ast.Name(id="TYPE_CHECKING")) | ast.Call(func=ast.Name(id="cast" | "TypeVar")):
            return True
        case ast.Assign(value=ast.Subscript(value=ast.Name(id=name))):
            return name[:1].isupper()  # Rests = Sequence[int | None]
    return False


def _conditions(node: ast.AST) -> Iterator[ast.expr]:
    """Those that no other change turns round."""
    match node:
        case ast.If(test=test) | ast.While(test=test):
            tests = [test]
        case ast.comprehension(ifs=tests):
            pass
        case _:
            tests = []
    for test in tests:
        turned = isinstance(test, ast.UnaryOp) or (isinstance(test, ast.Compare) and len(test.ops) == 1)
        if not turned and not _is_for_types(node):
            yield test


def _instead(node: Place) -> Iterator[str]:
    """What may stand in the place of a node."""
    match node:
        case ast.Compare():
            for place, operator in enumerate(node.ops):
                for other in OTHERS[type(operator)]:
                    ops = [*node.ops[:place], other(), *node.ops[place + 1 :]]
                    yield ast.unparse(ast.Compare(node.left, ops, node.comparators))  # type: ignore[arg-type]
        case ast.BinOp():
            for other in OTHERS.get(type(node.op), ()):
                yield ast.unparse(ast.BinOp(node.left, other(), node.right))  # type: ignore[arg-type]
        case ast.BoolOp():
            for other in OTHERS[type(node.op)]:
                yield ast.unparse(ast.BoolOp(other(), node.values))  # type: ignore[arg-type]
        case ast.UnaryOp(op=ast.Not() | ast.USub()):
            yield ast.unparse(node.operand)
        case ast.IfExp():
            yield ast.unparse(ast.IfExp(node.test, node.orelse, node.body))
        case ast.Constant(value=bool()):
            yield str(not node.value)
        case ast.Constant(value=int()):
            yield from (str(node.value + 1), str(node.value - 1))
        case ast.Call(func=ast.Name(id=name)) if name in CALLED:
            yield ast.unparse(ast.Call(ast.Name(CALLED[name]), node.args, node.keywords))
        case ast.AugAssign():
            for other in OTHERS.get(type(node.op), ()):
                yield ast.unparse(ast.AugAssign(node.target, other(), node.value))  # type: ignore[arg-type]
            yield "pass"
        case ast.Return(value=ast.expr() as value) if getattr(value, "value", value) is not None:
            yield "return None"
        case ast.Assign(targets=[ast.Attribute() | ast.Subscript()]):
            yield "pass"
        case ast.Expr(value=ast.Constant()):
            pass
        case ast.stmt() if isinstance(node, LEFT_OUT):
            yield "pass"
