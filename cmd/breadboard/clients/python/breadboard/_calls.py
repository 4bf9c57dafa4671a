"""From keywords to a command line, and from what breadboard prints to a result."""
import collections
import csv
import math
import os
import re
import warnings

from . import another, arrays, folders, following, process, tables
from .conversation import Functions, drawing, in_place, undisturbed
from .results import Result
from .spaces import Space, numbers_of_draws

FUNCTIONS = ("step", "rows", "forward", "reverse")  # that breadboard may ask
ARGUMENTS = ("what", "moves")  # words without a flag
FLAGS = {"T": "levels", "N": "steps", "from_": "from"}  # by keywords of other names
FILES = ("data", "matrix", "moves", "draws", "hmm", "forward", "reverse", "schedule", "initial")  # or what is in them
WRITTEN = ("out", "pictures", "save", "save_betas", "site")  # names of what is written
AXES = {"schedule": 1, "initial": 2, "data": 2, "matrix": 2}  # of one array: a list that has more has several
TIMES = ("time", "timeout")


def call(command, given):
    """Run a command with the keywords that were given, and return its result."""
    __tracebackhide__ = True
    another.leave()
    line = Line(command, given)
    try:
        report, code, warned = line.run()
    except Exception as error:
        raise error.with_traceback(of_user(error.__traceback__))
    if line.functions:
        line.notes += line.functions.elsewhere(report)
    for sentence in warned:
        warnings.warn(sentence, stacklevel=3)  # at the line that called the command
    return Result(line, report, code)


def of_user(trace):
    """Return the part of a traceback that is in the user's own function: what leads there is of no interest."""
    while trace is not None and os.path.dirname(trace.tb_frame.f_code.co_filename) == os.path.dirname(__file__):
        trace = trace.tb_next
    return trace


def show(command, given):
    """Run a command that opens a page, and print its link, until it is interrupted."""
    __tracebackhide__ = True
    if given["site"] is None:
        given["flags"].setdefault("addr", "127.0.0.1:0")  # any port that is free
    line = Line(command, given)
    try:
        process.run(line.words, line.folder, line.at, lambda link: print(link, end="", flush=True))
    except KeyboardInterrupt:
        pass


def names_file(word):
    """Report whether a word may name a file by its place from here."""
    return re.search(r"file:|[/\\]|\.[A-Za-z]", word) or any(map(os.path.exists, re.split(r"[\s,]", word)))


class Line:
    """A command line made of keywords. Arrays are written into a folder, which goes when nothing needs it any more.

    It runs there, so that figures and journals name an array without the folder, unless other files are named too.
    """

    def __init__(self, command, given):
        for name, value in given["flags"].items():
            if callable(value):
                raise TypeError(f"{name} is a function, and no flag takes one; functions are the target, step=, rows=, "
                                "forward= and reverse=")
        given.update(given.pop("flags"))
        given = {name: value for name, value in given.items() if value is not None and value is not False}
        if "format" in given:
            raise process.BadInput("a result has its numbers and words, and no format; leave it out, or use "
                                   f"breadboard {command} --format {given['format']} in a shell, with your step in a "
                                   "client; in a test assert_kernel says the verdict")
        self.command = command
        self.words = [process.find(given.pop("binary", None)), command]
        self.folder = folders.new(self)
        self.at = None if "exec" in given else self.folder  # a command has files of its own
        self.states = [*given["logf"]] if isinstance(given.get("logf"), dict) else None
        if callable(given.get("draw")):
            given.update(step=drawing(given["draw"]), draw=True)
        if "get" in given or "set" in given:
            given["step"] = in_place(*(given.pop(name, None) for name in ("step", "get", "set")))
        functions = {name: given.pop(name) for name in FUNCTIONS if name in given and command != "sandwich"}
        patience = given.pop("patience", following.PATIENCE)
        if isinstance(given.get("time"), (int, float)):
            patience = min(patience, given["time"] / 10)  # which a run may last longer
        self.functions = Functions(**functions, states=self.states, patience=patience) if functions else None
        self.notes = self.functions.notes(command) if functions else []  # in words, before any result
        self.shape = None
        if "logf" in given:
            given["target"], self.shape = self.target(given.pop("logf"), given.pop("shape", None))
        if "draws" in given and arrays.is_array(given["draws"]) and not hasattr(given["draws"], "to_csv"):
            reading = {name: given.pop(name) for name in ("cells", "places") if name in given}
            given["draws"] = numbers_of_draws(given["draws"], self.shape, given.get("from_", 0), **reading)
        of_step = command == "protocol" and "step" in functions  # its table has no folder
        if command in process.FOLDERS and not of_step:
            given.setdefault("out", os.path.join(self.folder, "out"))
        given.update({name: os.path.abspath(given[name]) for name in WRITTEN if name in given})
        self.out = given.get("out")
        if command == "exact" and "forward" in functions:
            given.setdefault("program", "exec")
        if functions:
            given = self.functions.flags(command, given)
        self.words += [self.value(name, given.pop(name)) for name in ARGUMENTS if name in given]
        self.words += [self.flag(name, value) for name, value in given.items()]
        if self.at:
            self.words = [word.replace(self.folder + os.sep, "") for word in self.words]

    def run(self, *more):
        """Run the line, with more flags."""
        words = [*self.words, *more, "--format=json"]
        if not self.functions:
            return process.run(words, self.folder, self.at)
        with undisturbed():
            try:
                return process.run(words, self.folder, self.at, self.functions.answer)
            finally:
                self.functions.end()

    def target(self, logf, shape, place=""):
        """Return a target as one word, and its shape where that is known. A list of some has the place of each."""
        if isinstance(logf, (list, tuple)) and any(map(self.is_target, logf)):
            return ",".join(self.target(part, shape, f"[{at}]")[0] for at, part in enumerate(logf)), None
        if isinstance(logf, dict):
            return self.named(logf, self.path(f"logf{place}.csv")), None
        if not callable(logf) and not arrays.is_array(logf):
            return self.value("target", logf), None
        logf, read = tables.read(logf)
        self.notes += [read] if read else []
        if shape is not None:
            shape = tuple(shape) if hasattr(shape, "__len__") else (shape,)
        if callable(logf):
            if shape is None:
                raise TypeError("logf is a function, and shape is missing: shape=(3, 4), say")
            cells = Space(shape).cells
            logf = [float(logf(*cell) if len(shape) > 1 else logf(cell)) for cell in cells]
        found = arrays.shape_of(logf)
        shape = shape or found
        if found not in (shape, (math.prod(shape),)):
            raise ValueError(f"logf has the shape {found}, and not {shape}")
        return arrays.save(self.path(f"logf{place}.npy"), logf, shape), shape

    def is_target(self, part):
        """Report whether a part of a list is a target: an array is one in a sweep, and a row of one elsewhere."""
        return callable(part) or isinstance(part, dict) or not arrays.is_array(part) or (
            self.command == "sweep" and arrays.axes(part) > 0 and not isinstance(part, (list, tuple)))

    def named(self, logf, path):
        """Write a file of states with names, {state: log f}, and return its path."""
        names = [state if isinstance(state, str) else repr(state) for state in logf]
        for name, times in collections.Counter(names).items():
            if not name or times > 1:
                raise ValueError(f"logf has a state of no name, or several of the name {name!r}; use states that print "
                                 "as different words")
        with open(path, "w", encoding="utf-8", newline="") as file:
            lines = csv.writer(file)
            lines.writerow(["state", "logf"])
            lines.writerows((name, repr(float(value))) for name, value in zip(names, logf.values()))
        return path

    def flag(self, name, value):
        """Return a keyword as a word: mc_seed=3 is --mc-seed=3."""
        flag = "--" + FLAGS.get(name, name.replace("_", "-"))
        return flag if value is True else f"{flag}={self.value(name, value)}"

    def value(self, name, value, place=""):
        """Return a value as one word. An array is a file of its own, also in a list, where it has a place."""
        if name in TIMES and isinstance(value, (int, float)):
            return f"{value}s"
        if name == "schedule" and hasattr(value, "squeeze"):  # a column is one schedule, and rows are several
            value = arrays.numpy.asarray(value).squeeze().tolist()
        if name == "initial":
            value, _ = tables.read(value)
        if name in FILES and arrays.is_array(value) and not self.are_several(name, value):
            return self.file(name, value, place)
        if hasattr(value, "tolist"):
            value = value.tolist()
        if isinstance(value, (list, tuple, range)):
            if name in AXES and len(value) > 1 and self.command != "sweep":
                raise process.BadInput(f"{name} is a list of several; use one in a call, or breadboard.sweep")
            return ",".join(self.value(name, part, f"{place}[{at}]") for at, part in enumerate(value))
        if isinstance(value, float) and value.is_integer():
            value = int(value)  # T=100.0 is 100
        word = str(value)
        if name not in WRITTEN and not word.startswith(self.folder) and names_file(word):
            self.at = None
        return word

    def are_several(self, name, value):
        """Report whether an array is a list of arrays: it has more axes than one of this name."""
        most = len(self.shape) if name == "initial" and self.shape else AXES.get(name, math.inf)
        return isinstance(value, (list, tuple)) and arrays.axes(value) > most

    def file(self, name, value, place):
        """Return the path of a new file that has an array, or of a folder of matrices by beta."""
        path = self.path(name + place)
        if isinstance(value, dict):
            os.mkdir(path)
            for beta, matrix in value.items():
                arrays.save(f"{path}/beta-{float(beta)!r}.npy", matrix)
            return path
        if name == "schedule":
            with open(path + ".csv", "w", encoding="utf-8") as file:
                file.writelines(f"{float(beta)!r}\n" for beta in (value if hasattr(value, "__iter__") else [value]))
            return path + ".csv"
        if hasattr(value, "to_csv"):  # a DataFrame, with the names of its columns
            value.to_csv(path + ".csv", index=False)
            return path + ".csv"
        return arrays.save(path + ".npy", value)

    def path(self, name):
        """Return the path of a new file."""
        return os.path.join(self.folder, name)
