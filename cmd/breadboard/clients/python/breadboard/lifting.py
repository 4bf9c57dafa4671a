"""A class or a function out of a file whose imports are not all there."""
import __future__
import ast
import dis
import itertools
import sys
import types

numbers = itertools.count()


def lift(path, name, given=None):
    """Return a class or a function of a file, unchanged, without the rest of the file.

    What its code names at the top of the file comes with it: functions, classes, constants, and imports of what is
    installed. Two that are lifted do not share these: lift the class that has both.

    >>> walk = lift("sampler.py", "Walk", {"tf": None})  # doctest: +SKIP

    Arguments:
        path: a file of Python.
        name: what to return, as "Walk", or "Walk.step".
        given: what stands for names of the file: an object, or None for what is imported there and never used.
    """
    with open(path, encoding="utf-8") as file:
        tree = ast.parse(file.read(), str(path))
    binding = {}  # the statements at the top, by what they bind
    for statement in tree.body:
        for bound in names_bound(statement):
            binding.setdefault(bound, []).append(statement)
    first, *inside = name.split(".")
    if first not in binding:
        raise ValueError(f"{path} has no {first}; it has {', '.join(sorted(binding))}")
    module = types.ModuleType(f"lifted_{next(numbers)}")
    module.__file__ = str(path)
    sys.modules[module.__name__] = module  # where dataclasses look
    given = given or {}
    needed = reached(first, binding, given)
    for statement in tree.body:
        if statement in needed:
            execute(statement, path, module, given)
    found = getattr(module, first)
    for part in inside:
        found = getattr(found, part)
    return found


def names_bound(statement):
    """Return the names that a statement at the top of a file binds."""
    if isinstance(statement, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
        return {statement.name}
    bound = set()
    for node in ast.walk(statement):
        if isinstance(node, ast.alias):
            bound.add((node.asname or node.name).partition(".")[0])
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            bound.add(node.id)
        elif isinstance(node, (ast.FunctionDef, ast.ClassDef)):
            bound.add(node.name)
    return bound


def reached(name, binding, given):
    """Return the statements that bind a name, and all that their code names; what is imported by * may be named too."""
    needed, open_names, seen = set(binding.get("*", ())), [name], {*given}
    while open_names:
        here = open_names.pop()
        if here in seen:
            continue
        seen.add(here)
        for statement in binding.get(here, ()):
            needed.add(statement)
            open_names += names_read(compiled(statement, "a file"))
    return needed


def names_read(code):
    """Return the names of the file that code reads, and not those of its own variables."""
    names = [step.argval for step in dis.get_instructions(code) if step.opname in ("LOAD_GLOBAL", "LOAD_NAME")]
    return sum((names_read(inner) for inner in code.co_consts if isinstance(inner, types.CodeType)), names)


def compiled(statement, path):
    """Return the code of a statement of a file."""
    return compile(ast.Module([statement], []), str(path), "exec", __future__.annotations.compiler_flag)


def execute(statement, path, module, given):
    """Execute a statement of a file. What an import does not find raises when it is used."""
    vars(module).update(given)
    try:
        exec(compiled(statement, path), vars(module))  # pylint: disable=exec-used
    except ImportError as error:
        if not isinstance(statement, (ast.Import, ast.ImportFrom, ast.Try)):
            raise
        for name in names_bound(statement):
            vars(module)[name] = Missing(f"{path}, line {statement.lineno}: {error}; give lift(..., "
                                         f"{{{name!r}: ...}}) what stands for it")
    vars(module).update(given)


class Missing:
    """Stands for what was not imported."""

    def __init__(self, why):
        vars(self)["why"] = why

    def __getattr__(self, name):
        raise ImportError(self.why)

    def __call__(self, *_, **__):
        raise ImportError(self.why)

    def __mro_entries__(self, _):
        raise ImportError(self.why)
