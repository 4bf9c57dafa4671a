"""Arrays to files and back. NumPy is used where it is there, and lists where it is not."""
import os
import struct

try:
    import numpy
except ImportError:
    numpy = None


def is_array(value):
    """Whether a value has numbers: an array, or lists of numbers."""
    if hasattr(value, "__array__") or hasattr(value, "tocsr"):
        return True
    while isinstance(value, (list, tuple)) and value:
        value = value[0]
        if hasattr(value, "__array__"):
            return True
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def flat(values, shape):
    """The numbers of nested lists that have this shape, in the order of the cells."""
    if hasattr(values, "ravel"):
        return [float(number) for number in values.ravel()]
    if not shape:
        return [float(values)]
    if not hasattr(values, "__len__") or len(values) != shape[0]:
        raise ValueError(f"the array has not the shape {tuple(shape)}")
    return [number for part in values for number in flat(part, shape[1:])]


def shape_of(values):
    """The shape of an array or of nested lists."""
    if hasattr(values, "shape"):
        return tuple(values.shape)
    shape = []
    while hasattr(values, "__len__"):
        shape.append(len(values))
        if not values:
            break
        values = values[0]
    return tuple(shape)


def save(path, values, shape=None):
    """Write float64, or whole numbers as they are, as NumPy does."""
    if numpy is not None:
        array = numpy.asarray(values)
        if hasattr(values, "tocsr"):
            array = values.toarray()
        if array.dtype == object or array.dtype.kind not in "iufb":
            raise ValueError(f"an array of {array.dtype} has no numbers, or rows of several lengths")
        array = array.astype(numpy.int64 if array.dtype.kind in "iub" else numpy.float64)
        numpy.save(path, array.reshape(shape) if shape is not None else array)
        return path
    shape = shape_of(values) if shape is None else tuple(shape)
    if shape_of(values) == (len(values),) and len(shape) > 1:
        numbers = [float(v) for v in values]  # the cells in their order
    else:
        numbers = flat(values, shape)
    head = f"{{'descr': '<f8', 'fortran_order': False, 'shape': {shape}, }}"
    head += " " * (-(len(head) + 11) % 64) + "\n"
    with open(path, "wb") as file:
        file.write(b"\x93NUMPY\x01\x00" + struct.pack("<H", len(head)) + head.encode())
        file.write(struct.pack(f"<{len(numbers)}d", *numbers))
    return path


def load(path):
    """Read an array that the program wrote."""
    if numpy is None:
        raise ImportError("an array of several axes needs NumPy, which is not here")
    return numpy.load(path)


def save_matrices(folder, matrices):
    """Write matrices by beta, as the program reads a folder of them."""
    os.mkdir(folder)
    for beta, matrix in matrices.items():
        save(os.path.join(folder, f"beta-{float(beta)!r}.npy"), matrix)
    return folder


def array(values, shape=None):
    """Numbers as an array; as a list without NumPy. What is null is NaN."""
    values = [float("nan") if v is None else v for v in values]
    if numpy is None:
        return values
    made = numpy.array(values)
    return made.reshape(shape) if shape is not None else made
