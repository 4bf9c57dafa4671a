"""Cells and places: the states of a target, as numbers and along its axes."""
import functools
import itertools

from . import arrays


class Space:
    """The cells of a grid in the order of their numbers: the last axis runs fastest.

    A cell is a tuple of places from 0; on one axis it is a number, or a state that the user named.
    """

    def __init__(self, shape, states=None):
        self.shape, self.states = tuple(int(length) for length in shape), states

    @functools.cached_property
    def cells(self):
        """All cells in their order."""
        if self.states:
            return self.states
        if len(self.shape) == 1:
            return range(self.shape[0])
        return [*itertools.product(*map(range, self.shape))]

    @functools.cached_property
    def _numbers(self):
        return {cell: number for number, cell in enumerate(self.cells)}

    def number(self, cell):
        """Return the number of a cell that the user's function returned."""
        try:
            return self._numbers[tuple(cell) if len(self.shape) > 1 else cell]
        except (KeyError, TypeError):
            known = (f"the states are {', '.join(map(repr, self.states[:3]))} and so on" if self.states else
                     f"cells of shape {self.shape} go from {self.cells[0]} to {self.cells[-1]}")
            raise ValueError(f"the sampler returned {cell!r}; {known}") from None

    def places(self, numbers):
        """Return many cells at once: an array of numbers on one axis, and otherwise a row of places for each."""
        numpy = arrays.numpy
        if len(self.shape) == 1:
            return numpy.asarray(numbers)
        return numpy.stack(numpy.unravel_index(numbers, self.shape), axis=-1)

    def numbers(self, states, count, whose):
        """Return the numbers of count cells, in an array as places returns it."""
        numpy = arrays.numpy
        states = numpy.asarray(states)
        shape = (count, len(self.shape)) if len(self.shape) > 1 else (count,)
        if states.shape != shape:
            raise ValueError(f"{whose} the shape {states.shape}; use {shape}, a cell for each")
        columns = states.reshape(count, -1).T
        for axis, (column, length) in enumerate(zip(columns, self.shape)):
            wrong = (column < 0) | (column >= length) | (column != numpy.floor(column))
            if wrong.any():
                raise ValueError(f"{whose} place {column[wrong][0]} along axis {axis + 1}, whose places are 0 to "
                                 f"{length - 1}")
        return numpy.ravel_multi_index([*columns.astype(numpy.int64)], self.shape)


def numbers_of_draws(draws, shape, first=0, cells=False, places=False):
    """Return draws as an array of cell numbers, a chain a row. Places along the axes are counted from first."""
    found = arrays.shape_of(draws)
    axes = len(shape or ())
    if len(found) == 2 and found[1] == axes and not cells and not places:
        raise ValueError(f"draws of shape {found} may be cells, (chains, draws), or places, (draws, axes); "
                         "cells=True or places=True says which")
    if cells and len(found) == 2:  # a file of this shape would be asked whether it has places
        import numpy

        return numpy.reshape(draws, (*found, 1))
    if cells or not places and len(found) < 3:
        return draws
    if shape is None:
        raise ValueError(f"draws of shape {found} are places along axes, and the target's lengths are not known; "
                         "use logf as an array, or the numbers of the cells")
    import numpy

    first = int(first)
    draws = numpy.reshape(draws, (-1, found[-1]) if axes > 1 else -1) - first
    return Space(shape).numbers(draws, len(draws), "the draws have").reshape(found[:-1]) + first
