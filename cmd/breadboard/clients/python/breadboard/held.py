"""What functions hold from one call to the next, as an order that is shuffled in its place: it can be put back."""
import collections
import types

from .arrays import numpy
from .named import Named

LOOKED = 50  # calls in which it is seen what changes


class Held(Named):
    """What functions hold and change: of all that they can name, what some calls changed."""

    def __init__(self, functions, call):
        self.holders = []
        super().__init__(functions, lambda value: value)
        self.holders += [(value, None) for value in self.seen.values() if isinstance(value, KINDS)]
        before = [contents(*holder) for holder in self.holders]
        changed = set()
        for _ in range(LOOKED):
            call()
            changed |= {i for i, holder in enumerate(self.holders)
                        if i not in changed and differ(before[i], contents(*holder))}
        self.holders = [self.holders[i] for i in sorted(changed)]
        self.take()

    def put(self, holder, names):
        """Look at some values of a dict or a list: of the globals of a module at those that are named."""
        names = [*names]
        self.holders.append((holder, names if "__builtins__" in holder else None))
        super().put(holder, names)

    def take(self):
        """Keep what is held now."""
        self.kept = [contents(*holder) for holder in self.holders]

    def put_back(self):
        """Put back what was kept."""
        for (holder, _), kept in zip(self.holders, self.kept):
            fill(holder, kept)


def contents(holder, names):
    """Return what something holds: of the globals of a module the values of some names."""
    if isinstance(holder, types.CellType):
        return [holder.cell_contents]
    if isinstance(holder, type):
        return {name: value for name, value in vars(holder).items() if not name.startswith("__")}
    if names is not None:
        return {name: holder[name] for name in names if name in holder}
    return holder.copy()


def fill(holder, kept):
    """Let something hold what it held, where names of a module stay."""
    if isinstance(holder, types.CellType):
        holder.cell_contents = kept[0]
    elif isinstance(holder, type):
        for name, value in kept.items():
            setattr(holder, name, value)
    elif isinstance(holder, dict):
        for name in holder.keys() - kept.keys() if "__builtins__" not in holder else ():
            del holder[name]
        holder.update(kept)
    elif isinstance(holder, set):
        holder.intersection_update(kept)
        holder.update(kept)
    elif isinstance(holder, collections.deque):
        holder.clear()
        holder.extend(kept)
    else:  # a list or an array
        holder[:] = kept


def differ(before, now):
    """Report whether two contents are not of the same values."""
    if hasattr(before, "dtype"):
        return before.tobytes() != now.tobytes()
    if isinstance(before, set):
        return before != now
    if isinstance(before, dict):
        return before.keys() != now.keys() or any(now[name] is not value for name, value in before.items())
    return len(before) != len(now) or any(a is not b for a, b in zip(before, now))


KINDS = (set, collections.deque, bytearray, type, types.CellType) + (() if numpy is None else (numpy.ndarray,))
