"""Cells and places: the states of a target, as numbers and along its axes."""
import math


class Space:
    """The cells of a grid in the order of their numbers: the last axis runs fastest.

    With a shape of several lengths a cell is a tuple of places from 0. With one length it is a number.
    """

    def __init__(self, shape):
        self.scalar = not hasattr(shape, "__len__")
        self.shape = (int(shape),) if self.scalar else tuple(int(n) for n in shape)
        self.size = math.prod(self.shape)

    def place(self, number):
        """The cell of a number."""
        if self.scalar:
            return number
        places = []
        for length in reversed(self.shape):
            number, along = divmod(number, length)
            places.append(along)
        return tuple(reversed(places))

    def number(self, cell):
        """The number of a cell."""
        places = tuple(cell) if hasattr(cell, "__len__") else (cell,)
        number = 0
        if len(places) != len(self.shape) or hasattr(cell, "__len__") and self.scalar:
            self._refuse(cell)
        for place, length in zip(places, self.shape):
            if not 0 <= place < length or place != int(place):
                self._refuse(cell)
            number = number * length + int(place)
        return number

    def _refuse(self, cell):
        first, last = self.place(0), self.place(self.size - 1)
        raise ValueError(f"the sampler returned {cell!r}; cells of shape {self.shape} go from {first} to {last}")

    def places(self, numbers):
        """Many cells at once, for a step on arrays: numbers on one axis, and otherwise a row of places for each."""
        import numpy

        numbers = numpy.asarray(numbers)
        if len(self.shape) == 1:
            return numbers
        return numpy.stack(numpy.unravel_index(numbers, self.shape), axis=-1)

    def numbers(self, states, whose="the step returned"):
        """The numbers of what a step on arrays returned, or of places from elsewhere."""
        import numpy

        states = numpy.asarray(states)
        if states.dtype.kind == "f" and not (states == numpy.floor(states)).all():
            raise ValueError(f"{whose} places that are no whole numbers, such as {states.ravel()[0]}")
        if states.ndim == 2 and states.shape[1] == len(self.shape):
            columns = [states[:, axis].astype(numpy.int64) for axis in range(len(self.shape))]
        elif states.ndim == 1 and len(self.shape) == 1:
            columns = [states.astype(numpy.int64)]
        else:
            raise ValueError(f"{whose} an array of shape {states.shape}; a cell for each state would do, "
                             f"places along {len(self.shape)} axes")
        for axis, (column, length) in enumerate(zip(columns, self.shape)):
            outside = (column < 0) | (column >= length)
            if outside.any():
                raise ValueError(f"{whose} place {column[outside][0]} along axis {axis + 1}, whose places are 0 to {length - 1}")
        return numpy.ravel_multi_index(columns, self.shape)

    def values(self, logf):
        """log f of all cells, from a function of their places."""
        cells = map(self.place, range(self.size))
        return [float(logf(cell) if self.scalar else logf(*cell)) for cell in cells]
