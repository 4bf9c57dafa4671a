"""Log densities by coordinates: a Series whose index has levels, or a frame whose last column is log f."""
import collections
import math

from . import arrays


def read(table):
    """Return the log densities of a table as an array, and in words how it was read; or the value as it is, with None.

    A frame is a table by coordinates if its columns have names and all but the last take each combination once. With
    numbers as names, or with an index that is no count, it is a grid as it stands, as from a pivot.
    """
    index = getattr(table, "index", None)
    if hasattr(index, "levels"):
        columns = table.to_frame() if not hasattr(table, "columns") else table
        if len(columns.columns) != 1:
            raise ValueError(f"logf has {len(index.levels)} levels of an index and {len(columns.columns)} columns; use "
                             "one column, of log f, or logf.to_numpy() if it is a grid")
        names = [str(name) if name is not None else f"level {at}" for at, name in enumerate(index.names)]
        return by_coordinates(names, [index.get_level_values(at) for at in range(len(names))], columns.iloc[:, 0])
    if not hasattr(table, "columns") or not are_names(table.columns) or getattr(index.dtype, "kind", "") not in "iu":
        return table, None
    *names, last = table.columns
    try:
        return by_coordinates(names, [table[name] for name in names], table[last])
    except ValueError as error:
        raise ValueError(f"{error}. If logf is a grid use logf.to_numpy(); if it has coordinates, a row for each "
                         "combination, and log f in the last column") from None


def are_names(columns):
    """Report whether columns are called by words, and not by numbers, and are more than one."""
    return len(columns) > 1 and len({*columns}) == len(columns) and all(
        isinstance(name, str) and not is_number(name) for name in columns)


def is_number(word):
    """Report whether a word is a number."""
    try:
        float(word)
    except ValueError:
        return False
    return True


def by_coordinates(names, columns, values):
    """Return values as an array with an axis for each column, whose places are its values in order; and that in words.
    Raise what is wrong, if the columns do not take each combination once."""
    numpy = arrays.numpy
    found = [numpy.unique(numpy.asarray(column), return_inverse=True) for column in columns]
    shape = tuple(len(of_axis) for of_axis, _ in found)
    places = [tuple(map(int, place)) for place in zip(*(place for _, place in found))]
    words = ", ".join(map(str, names))
    seen = collections.Counter(places)
    if len(seen) < len(places):
        raise ValueError(f"logf has {words} = {combination(found, seen.most_common(1)[0][0])} more than once")
    if len(places) < math.prod(shape):
        none = next(place for place in numpy.ndindex(shape) if place not in seen)
        raise ValueError(f"logf has {len(places)} of {math.prod(shape)} combinations of {words}, and none for "
                         f"{combination(found, none)}; -inf is a wall")
    grid = numpy.empty(shape)
    grid[tuple(place for _, place in found)] = numpy.asarray(values, float)
    return grid, f"logf is read by coordinates, {words}: {'x'.join(map(str, shape))} cells."


def combination(found, place):
    """Return the values of coordinates at a place, in words."""
    return ", ".join(str(of_axis[at]) for (of_axis, _), at in zip(found, place))
