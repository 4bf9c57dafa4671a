"""What functions can name: globals that their code names, closures, defaults, their objects, and what these hold."""
import collections
import contextlib
import functools
import sys
import types

PLAIN = (int, float, bool, str, bytes, type(None))
CLOSED = (__package__, "_pytest", "numba", "torch")  # whose objects name all that runs, or draw by no generator
MOST_NAMED = 200_000  # values that are looked into


class Named:
    """All that functions can name. instead(value) returns what stands in the place of a value, or the value itself."""

    def __init__(self, functions, instead):
        self.instead, self.seen, self.open = instead, {}, collections.deque()
        self.put(functions, [*functions])
        while self.open and len(self.seen) < MOST_NAMED:
            with contextlib.suppress(Exception):  # of what does not let itself be looked into
                self.look_into(self.open.popleft())

    def of(self, value):
        """Return what stands in the place of a value. What it holds is looked at later."""
        if type(value) in PLAIN or id(value) in self.seen:
            return value
        other = self.instead(value)
        if other is not value:
            return other
        if isinstance(value, tuple):
            parts = [self.of(part) for part in value]
            same = all(a is b for a, b in zip(parts, value))
            return value if same else value._make(parts) if hasattr(value, "_make") else type(value)(parts)
        kind = value if isinstance(value, (type, types.FunctionType)) else type(value)
        if not str(kind.__module__).startswith(CLOSED):
            self.seen[id(value)] = value
            self.open.append(value)
        return value

    def put(self, holder, names):
        """Look at some values of a dict or a list, and put others in their place."""
        for name in names:
            other = self.of(holder[name])
            if other is not holder[name]:
                holder[name] = other

    def look_into(self, value):
        """Look at all that a value holds."""
        if isinstance(value, types.FunctionType):
            self.function(value)
        elif isinstance(value, dict):
            self.put(value, [*value])
        elif isinstance(value, list):
            self.put(value, range(len(value)))
        elif isinstance(value, types.CellType):
            value.cell_contents = self.of(value.cell_contents)
        elif isinstance(value, (types.MethodType, types.BuiltinMethodType)):
            self.of((value.__self__, getattr(value, "__func__", None)))
        elif isinstance(value, functools.partial):
            value.__setstate__((*self.of((value.func, value.args)), value.keywords, vars(value)))
            self.put(value.keywords, [*value.keywords])
        elif isinstance(value, type):
            self.kind(value)
        elif not isinstance(value, types.ModuleType):  # of which names are looked at
            self.object(value)

    def function(self, value):
        """Look at what the code of a function names, there and in modules that it names, and at what it holds."""
        if str(value.__module__).startswith("importlib"):
            return  # which names all that is imported, and pytest all its tests
        names = {*names_of(value.__code__)}
        spaces = {id(value.__globals__): value.__globals__}
        spaces.update((name, vars(sys.modules[name])) for name in names if name in sys.modules)
        rest = [*spaces.values()]
        while rest:
            space = rest.pop()
            here = [name for name in names if name in space]
            self.put(space, here)
            for module in (space[name] for name in here if isinstance(space[name], types.ModuleType)):
                if id(vars(module)) not in spaces:
                    spaces[id(vars(module))] = vars(module)
                    rest.append(vars(module))
        value.__defaults__ = self.of(value.__defaults__)
        for held in (value.__kwdefaults__ or {}, value.__dict__):
            self.put(held, [*held])
        self.of(tuple(cell for cell in value.__closure__ or () if cell != types.CellType()))  # those that have a value

    def kind(self, value):
        """Look at what a class holds, its methods and properties too, and at those that it inherits from."""
        self.of(value.__mro__[1:-1])
        for name, held in [*vars(value).items()]:
            self.of(tuple(getattr(held, inside, None) for inside in ("__func__", "fget", "func")))
            if self.of(held) is not held:
                type.__setattr__(value, name, self.of(held))

    def object(self, value):
        """Look at the attributes of an object, though it is frozen, and at its classes."""
        if type(value).__module__ == "builtins":
            return
        with contextlib.suppress(AttributeError):  # it has slots alone
            attributes = object.__getattribute__(value, "__dict__")
            self.put(attributes, [*attributes])
        self.of(type(value))
        for kind in type(value).__mro__[:-1]:
            slots = vars(kind).get("__slots__", ())
            for name in [slots] if isinstance(slots, str) else slots:
                held = getattr(value, name, None)
                if self.of(held) is not held:
                    object.__setattr__(value, name, self.of(held))


def modules(functions):
    """Return the first names of the modules that functions name, or whose objects they name: themselves, or by functions
    of the same file."""
    found, files, rest = set(), {}, [*functions]
    while rest:
        function = rest.pop()
        function = getattr(function, "__func__", function)
        if not isinstance(function, types.FunctionType) or function in files:
            continue
        files[function] = function.__code__.co_filename
        cells = [cell.cell_contents for cell in function.__closure__ or () if cell != types.CellType()]
        named = [function.__globals__[name] for name in names_of(function.__code__) if name in function.__globals__]
        for value in [*cells, *named]:
            name = value.__name__ if isinstance(value, types.ModuleType) else str(type(value).__module__)
            found.add(name.partition(".")[0])
            if getattr(getattr(value, "__code__", None), "co_filename", "") in files.values():
                rest.append(value)
    return found


def names_of(code):
    """Return the names of a code, and of the functions inside."""
    inside = [name for of in code.co_consts if isinstance(of, types.CodeType) for name in names_of(of)]
    return [*code.co_names, *inside]
