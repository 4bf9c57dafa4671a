"""Arrays to files and back. NumPy is used where it is there, and lists where it is not."""
import math
import os
import struct
import sys

from .source import refuse

try:
    import numpy
except ImportError:
    numpy = None

CERTAIN = {} if numpy is None else {numpy.isfinite: True, numpy.isnan: False, numpy.isinf: False}  # of random numbers


def is_array(value):
    """Report whether a value has numbers, and no words or names of files."""
    if isinstance(value, (list, tuple)):
        return all(map(is_array, value))
    return not isinstance(value, (str, os.PathLike))


def axes(value):
    """Return the number of axes of an array, of nested lists, or of lists of arrays, whose shapes may differ."""
    if isinstance(value, dict):  # matrices by beta
        return 2
    if isinstance(value, (list, tuple)):
        return 1 + max(map(axes, value), default=0)
    return len(getattr(value, "shape", ()))


def flat(values):
    """Return the numbers of nested lists, the last axis fastest, and the shape of the lists."""
    if not hasattr(values, "__len__") or isinstance(values, str):
        return [float(values)], ()
    parts = [flat(part) for part in values]
    shapes = {shape for _, shape in parts} or {()}
    if len(shapes) > 1:
        raise ValueError("an array has rows of several lengths")
    return [number for numbers, _ in parts for number in numbers], (len(parts), *shapes.pop())


def shape_of(values):
    """Return the shape of an array or of nested lists."""
    return tuple(values.shape) if hasattr(values, "shape") else flat(values)[1]


def save(path, values, shape=None):
    """Write float64, or whole numbers as they are, in the .npy format, and return the path."""
    if numpy is None:
        numbers, own = flat(values)
        head = f"{{'descr': '<f8', 'fortran_order': False, 'shape': {shape or own}, }}\n"
        with open(path, "wb") as file:
            file.write(b"\x93NUMPY\x01\x00" + struct.pack("<H", len(head)) + head.encode())
            file.write(struct.pack(f"<{len(numbers)}d", *numbers))
        return path
    array = numpy.asarray(values.toarray() if hasattr(values, "tocsr") else values)
    if array.dtype.kind not in "iufb":
        raise ValueError(f"an array of {array.dtype} has no numbers, or rows of several lengths")
    array = array.astype(numpy.float64 if array.dtype.kind == "f" else numpy.int64)
    numpy.save(path, array if shape is None else array.reshape(shape))
    return path


def array(values, shape=-1):
    """Return numbers as an array of a shape; as a list without NumPy. What is null is NaN."""
    values = [math.nan if v is None else v for v in values]
    return values if numpy is None else numpy.array(values).reshape(shape)


class Floats(object if numpy is None else numpy.ndarray):
    """An array of random numbers that are followed, of floats for who asks."""

    @property
    def dtype(self):
        kind = numpy.ndarray.dtype.__get__(self)
        if kind != object:
            return kind
        if str(sys._getframe(1).f_globals.get("__name__")).startswith("numba."):
            refuse("random numbers that a function of numba reads")  # it would take the objects' places for them
        return numpy.dtype(float)

    def __array_ufunc__(self, ufunc, method, *inputs, out=None, **options):
        """Answer with an array of random numbers only where there are some: comparisons are of another class."""
        if out is not None:
            options["out"] = tuple(plain(v) for v in out)
        return applied(ufunc, method, [*map(plain, inputs)], options)

    def __array_function__(self, function, kinds, args, options):
        """Look up number by number: among each other random numbers are not compared."""
        if function is not numpy.searchsorted or not isinstance(args[1], Floats):
            return super().__array_function__(function, kinds, args, options)
        found = [function(args[0], number, *args[2:], **options) for number in args[1].flat]
        return numpy.array(found, numpy.intp).reshape(args[1].shape)


def applied(ufunc, method, inputs, options):
    """Return what a function of NumPy makes of random numbers and others, number by number."""
    if any(into.dtype != object for into in options.get("out", ())):
        refuse(f"random numbers that are put into an array in its place, as by w += u ({ufunc.__name__}); write "
                   "w = w + u, and they are followed")
    if ufunc in CERTAIN and method == "__call__" and not options:
        whole = numpy.asarray(inputs[0], object)
        found = [ufunc(v) if issubclass(type(v), (int, float, numpy.number)) else CERTAIN[ufunc] for v in whole.flat]
        return numpy.array(found, bool).reshape(whole.shape)[()]
    try:
        return floats(getattr(ufunc, method)(*inputs, **options))
    except TypeError:
        return refuse(f"numpy.{ufunc.__name__} of a random number, which is not followed as comparisons are")


def plain(value):
    """Return an array of random numbers as one of objects."""
    return value.view(numpy.ndarray) if isinstance(value, Floats) else value


def floats(value):
    """Return an array of objects as one of random numbers."""
    return value.view(Floats) if type(value) is numpy.ndarray and value.dtype == object else value


def boxed(value):
    """Return any object as an array without axes, which NumPy then treats number by number."""
    box = numpy.empty((), dtype=object)
    box[()] = value
    return box
