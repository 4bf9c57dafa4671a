"""From keywords to a command line, and from what the program prints to a result."""
import math
import numbers
import os
import shutil
import subprocess
import tempfile
import warnings
import weakref

from . import arrays
from .conversation import Asked
from .errors import BadInput
from .process import find, in_python, talk
from .results import Result
from .spaces import Space

FUNCTIONS = ("step", "rows", "forward", "reverse")  # that the program may ask
ARGUMENTS = ("what", "moves")  # words without a flag
FLAGS = {"T": "levels", "N": "steps", "from_": "from"}  # by keywords of other names
FILES = ("data", "matrix", "moves", "draws", "hmm", "forward", "reverse", "out", "pictures", "save",
         "save_betas")
SPECS = ("schedule", "initial")
TIMES = ("time", "timeout")
FREE = "127.0.0.1:0"  # an address of this machine, at a port that is free


def call(command, given):
    """Run a command with the keywords that were given."""
    __tracebackhide__ = True
    given.update(given.pop("flags"))
    given = {name: value for name, value in given.items() if value is not None and value is not False}
    folder = Folder()
    binary = find(given.pop("binary", None))
    functions = {name: given.pop(name) for name in FUNCTIONS if name in given and command != "sandwich"}
    words = Words(folder.path)
    flags = []
    space = None
    if "logf" in given:
        space, flags = words.target(given.pop("logf"), given.pop("shape", None))
    given.pop("shape", None)
    printed = command == "protocol" and "step" in functions  # it prints one table, and has no other
    if command in ("sweep", "protocol", "score", "reproduce") and "out" not in given and not printed:
        given["out"] = os.path.join(folder.path, "out")
    arguments = [words.value(name, given.pop(name)) for name in ARGUMENTS if name in given]
    if "draws" in given:
        reading = {name: given.pop(name) for name in ("cells", "places") if name in given}
        given["draws"] = numbered(given["draws"], space, given.get("from_"), **reading)
    flags += [words.flag(name, value) for name, value in given.items()]
    asked = Asked(space, **functions) if functions else None
    if asked is not None:
        flags += asked.flags(command, given)
    line = [command, *arguments, *flags]
    try:
        text, code, warned = talk(binary, line, folder.path, asked)
    except Exception as error:
        raise error.with_traceback(of_caller(error.__traceback__))
    for words in warned:
        warnings.warn(words, stacklevel=3)  # at the line that called the command
    return Result(command, text, code, lambda *more: talk(binary, [*line, *more], folder.path, asked), given.get("out"))


def of_caller(trace):
    """The part of a traceback that is in the caller's own function: what leads there is of no interest."""
    while trace is not None and os.path.dirname(trace.tb_frame.f_code.co_filename) == os.path.dirname(__file__):
        trace = trace.tb_next
    return trace


def show(command, given):
    """Run a command that opens a page, until it is interrupted."""
    __tracebackhide__ = True
    given.update(given.pop("flags"))
    given = {name: value for name, value in given.items() if value is not None and value is not False}
    folder = Folder()
    line = [find(given.pop("binary", None)), command]
    words = Words(folder.path)
    shape = given.pop("shape", None)
    if "logf" in given:
        line += words.target(given.pop("logf"), shape)[1]
    if "site" not in given:
        given = {"addr": FREE, **given}
    line += [words.flag(name, value) for name, value in given.items()]
    with subprocess.Popen(line, stdout=subprocess.PIPE, stderr=subprocess.PIPE, encoding="utf-8") as program:
        try:
            for link in program.stdout:
                print(link.rstrip(), flush=True)
            program.wait()
        except KeyboardInterrupt:
            program.terminate()
            return
        said = program.stderr.read()
    if program.returncode != 0:
        raise BadInput(in_python(said.replace("breadboard: ", "", 1).strip()))


class Folder:
    """A folder for arrays, which goes when nothing needs it any more."""

    def __init__(self):
        self.path = tempfile.mkdtemp(prefix="breadboard-")
        weakref.finalize(self, shutil.rmtree, self.path, True)


class Words:
    """Values of Python as words of a command line. Arrays are written into a folder."""

    def __init__(self, folder):
        self.folder = folder
        self.written = {}

    def target(self, logf, shape):
        """The flags that name a target, and its space where that is known."""
        if callable(logf):
            if shape is None:
                raise TypeError("logf is a function, and shape is missing: shape=(3, 4), say")
            space = Space(shape)
            path = arrays.save(self.path("logf"), space.values(logf), space.shape)
            return space, ["--target=" + path]
        if isinstance(logf, (list, tuple)) and all(isinstance(part, (str, os.PathLike)) for part in logf):
            return None, ["--target=" + ",".join(map(self.file, logf))]
        if isinstance(logf, (str, os.PathLike)):
            name = os.fspath(logf)
            return None, ["--target=" + (self.file(name) if os.path.exists(name.partition(":")[0]) else name)]
        if hasattr(logf, "to_numpy"):  # a DataFrame
            logf = logf.to_numpy()
        found = arrays.shape_of(logf)
        if shape is None:
            shape = found[0] if len(found) == 1 else found
        space = Space(shape)
        if found not in (space.shape, (space.size,)):
            raise ValueError(f"logf has the shape {found}, and not {space.shape}")
        return space, ["--target=" + arrays.save(self.path("logf"), logf, space.shape)]

    def flag(self, name, value):
        """A keyword as a word: mc_seed=3 is --mc-seed=3."""
        flag = "--" + FLAGS.get(name, name.replace("_", "-"))
        return flag if value is True else f"{flag}={self.value(name, value)}"

    def value(self, name, value):
        """A value as one word."""
        if name in TIMES and isinstance(value, (int, float)):
            return f"{value}s"
        if name in FILES:
            return self.file(value, name)
        if name in SPECS and not isinstance(value, str) and arrays.is_array(value):
            return "file:" + self.spec(value, name)
        if isinstance(value, (list, tuple, range)) or hasattr(value, "tolist") and getattr(value, "ndim", 0) > 0:
            return ",".join(self.value(name, part) for part in value)
        if isinstance(value, numbers.Real) and not isinstance(value, bool) and math.isfinite(value):
            return str(int(value) if value == int(value) else float(value))  # T=100.0 is 100
        return os.fspath(value) if isinstance(value, os.PathLike) else str(value)

    def file(self, value, name="file"):
        """The path of a file that exists, or of one that has the array."""
        if isinstance(value, (str, os.PathLike)):
            return os.path.abspath(os.fspath(value))
        if isinstance(value, dict):
            return arrays.save_matrices(os.path.join(self.folder, name), value)
        if isinstance(value, (list, tuple)) and value and isinstance(value[0], (str, os.PathLike)):
            return ",".join(self.file(part) for part in value)
        if hasattr(value, "to_csv"):  # a DataFrame, with the names of its columns
            path = os.path.join(self.folder, name + ".csv")
            value.to_csv(path, index=False)
            return path
        return arrays.save(self.path(name), value)

    def spec(self, value, name):
        """The path of a file that has an initial density or the betas of a schedule."""
        if name != "schedule":
            return arrays.save(self.path(name), value)
        path = os.path.join(self.folder, "betas.csv")
        with open(path, "w", encoding="utf-8") as file:
            file.writelines(f"{float(beta)!r}\n" for beta in value)
        return path

    def path(self, name):
        """The path of a new array."""
        return os.path.join(self.folder, name + ".npy")


def numbered(draws, space, first=None, cells=False, places=False):
    """Draws as an array of cell numbers, a chain a row. Places along the axes become numbers, counted from first."""
    if cells and places:
        raise ValueError("cells=True and places=True are given; one of them would do")
    if isinstance(draws, (str, os.PathLike)) or hasattr(draws, "to_csv"):
        if cells or places:
            raise ValueError("cells and places are of arrays; the columns of a file say which it has")
        return draws
    if arrays.numpy is not None:
        draws = arrays.numpy.asarray(draws)
    shape = arrays.shape_of(draws)
    if space is None:
        if places or len(shape) > 2:
            raise ValueError(f"draws of shape {shape} are places along axes, and the target's lengths are not known; "
                             "logf as an array would do, or the numbers of the cells")
        return draws
    axes = len(space.shape)
    if axes == 1 and len(shape) == 1:  # a place is the number of the cell
        return draws
    fits = len(shape) > 1 and shape[-1] == axes
    if places and not fits or len(shape) > 2 and (cells or not fits):
        raise ValueError(f"draws of shape {shape}; cells of shape (chains, draws), or places of shape "
                         f"(chains, draws, {axes}) or (draws, {axes}), would do")
    if cells or not fits:
        return draws
    if arrays.numpy is None:
        raise ValueError(f"draws of shape {shape} may be places, which need NumPy, and it is not here; "
                         "cells=True says that they are cells, a chain a row")
    least = 1 if str(first) == "1" else 0
    if not places and len(shape) == 2:
        if within(draws, space, least):
            raise ValueError(f"draws of shape {shape} may be cells, (chains, draws), or places, (draws, axes); "
                             "cells=True or places=True says which")
        if not within(draws, space, 1):
            return draws
    return space.numbers(draws.reshape(-1, axes) - least, "the draws have").reshape(shape[:-1]) + least


def within(draws, space, least):
    """Whether these may be places, of which the first is least."""
    return bool(((draws >= least) & (draws < arrays.numpy.add(space.shape, least))).all())
