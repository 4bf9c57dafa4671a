"""What a command answers: numbers by name, arrays, tables and pictures."""
import html
import json
import math
import os
import re
import shutil
import tempfile
import textwrap

from . import arrays, folders
from .process import FOLDERS

HIDDEN = ("keys", "version", "commit", "go", "spec", "key")  # of no interest in a table that people read
LISTS = ("betas", "eigenvalues")  # columns of numbers that are not of cells
CHOSEN = ("program", "axes", "repeat", "evaluations")  # columns behind J that name a row
DIGITS = "{:.5g}".format  # of numbers, as in a shell
MOST_ROWS = 60  # that are printed, as by pandas
DRAWN = ("exact", "sample", "validate", *FOLDERS)  # commands with figures
OF_NULLS = ("left out, and so null", "not finite, and so null")  # warnings that name columns
OF_COLUMNS = (*OF_NULLS, "no halving_m")  # warnings that no verdict needs
LAST = re.compile(r" (\S*[A-Za-z]\S*(?: [^A-Za-z\s]+)*)\n +([^A-Za-z\n]+)\Z")  # a word, and numbers alone on the last line


class Result:
    """The rows of a command. A column is an attribute: run.J is a number where there is one row, and an array
    otherwise. Columns of cells, such as q and p, have the shape of the target; of named states they are dicts. table
    has all columns of numbers and words, as a DataFrame if pandas is there. ok is False where what was examined is
    broken.
    """

    def __init__(self, line, report, code):
        self._line = line
        self.ok = code == 0
        rows = json.loads(report)
        self.tables = rows if isinstance(rows, dict) and "keys" not in rows else {}  # several, by name
        if self.tables:
            rows = next(iter(rows.values()))
        self.rows = [*map(of_floats, rows if isinstance(rows, list) else [rows])]
        self.ok = self.ok and not any("wrong" in (row.get("status"), row.get("exec_status")) for row in self.rows)
        self._notes = [*map(filled, line.notes), *(notes_of_sweep(line) if line.command == "sweep" else ())]

    def __getattr__(self, name):
        if name.startswith("_"):
            raise AttributeError(name)
        if name not in self.columns:
            raise AttributeError(f"a result of {self._line.command} has no column {name}; it has "
                                 + ", ".join(self.columns))
        return self[name]

    def __getitem__(self, name):
        """Return a column; or a row, by its number."""
        if isinstance(name, int):
            return self.rows[name]
        values = [value(row, name, self._line.states) for row in self.rows]
        if len(values) == 1:
            return values[0]
        return arrays.array(values) if are_numbers(values) else values

    def __iter__(self):
        return iter(self.rows)

    def __len__(self):
        return len(self.rows)

    def __dir__(self):
        return [*super().__dir__(), *self.columns]

    @property
    def columns(self):
        """The names of all columns."""
        return [*self.rows[0]] if self.rows else []

    @property
    def table(self):
        """All numbers and words: a DataFrame if pandas is there, and a list of dicts otherwise."""
        names = [name for name in self.columns if name not in HIDDEN and any(
            row.get(name) is not None and row[name] == row[name] and not isinstance(row[name], (list, dict))
            for row in self.rows)]  # nan is not itself
        rows = [{name: row.get(name) for name in names} for row in self.rows]
        try:
            import pandas
        except ImportError:
            return rows
        return pandas.DataFrame(rows, columns=names)

    def note(self, sentence):
        """Add a sentence before the verdict."""
        self._notes.append(filled(sentence))

    @property
    def words(self):
        """The verdict in words, with the likely cause, what to do or to take, and doubts; "" where there is none."""
        distances = map(distance, self.rows)
        verdicts = map(verdict, self.rows)
        said = [*distances, *verdicts] if self.ok else [*verdicts, *distances]  # a fault goes before its numbers
        return "\n".join(dict.fromkeys(filter(None, [*self._notes, *said])))

    @property
    def doubts(self):
        """The sentences of a verdict that accuses nobody in which it is doubtful; none where it is sure."""
        return [doubt["says"] for row in self.rows for doubt in row.get("exec_doubts") or row.get("doubts") or []]

    def __repr__(self):
        return "\n".join([*filter(None, [self.words]), self._shown("to_string")])

    def _repr_html_(self):
        return f"<pre>{html.escape(self.words)}</pre>" + self._shown("to_html")

    def _shown(self, form):
        """Return the table that people see, without long cells such as arrays and sentences, which stand in .table.

        One row stands as a column, and of several the columns in which they differ, and what a quantity is of.
        """
        table = self.table
        if isinstance(table, list):
            return "\n".join(map(str, table))
        table = table[[name for name in table if max(len(str(cell)) for cell in table[name]) <= 40]]
        if len(table) == 1:
            return getattr(table.T, form)(header=False, float_format=DIGITS)
        kept = ("quantity", "T") if "quantity" in table else ()
        shown = [name for name in table if name in kept or table[name].nunique(dropna=False) > 1]
        measured = [*table][[*table].index("J"):] if "J" in table else []
        table = table[sorted(shown, key=lambda name: name in measured and name not in CHOSEN)]
        return in_parts(table) if form == "to_string" else table.to_html(
            index=False, float_format=DIGITS, max_rows=MOST_ROWS)

    def figures(self):
        """Return breadboard's own figures of this result, by name."""
        if self._line.command not in DRAWN:
            raise ValueError(f"{self._line.command} draws no figures; {', '.join(DRAWN)} do")
        with tempfile.TemporaryDirectory(dir=folders.root().path) as drawn:
            folder = self._line.out
            if folder is None:
                folder = drawn
                self._line.run(f"--pictures={folder}")
            names = sorted(name[:-4] for name in os.listdir(folder) if name.endswith(".png"))
            return {name: Figure(folder, name) for name in names}

    def plot(self, name=None):
        """Return a figure of this result, which a notebook shows. Without a name it is the one that says most."""
        figures = self.figures()
        if name is None:
            name = min(figures, key=lambda n: (n not in ("summary", "figure3"), not n.startswith("maps")))
        if name not in figures:
            raise ValueError(f"there is no figure {name}; use one of {', '.join(figures)}")
        return figures[name]


class Figure:
    """A figure that breadboard drew into a folder: a picture in a notebook, and files."""

    def __init__(self, folder, name):
        self.name = name
        self._files = {}
        for ending in (".png", ".svg", ".pdf"):
            with open(os.path.join(folder, name + ending), "rb") as file:
                self._files[ending] = file.read()

    def _repr_png_(self):
        return self._files[".png"]

    def __repr__(self):
        return f"<figure {self.name}; save it as .png, .svg or .pdf>"

    def save(self, path):
        """Write the figure: a name that ends in .png, .svg or .pdf says which."""
        ending = os.path.splitext(path)[1]
        if ending not in self._files:
            raise ValueError(f"{path}; use a name that ends in .png, .svg or .pdf")
        with open(path, "wb") as file:
            file.write(self._files[ending])


def in_parts(table):
    """Return a table as text. One wider than the terminal goes on below, each part with the columns that name a row;
    a long one has its first and last rows."""
    def text(part):
        return table[part].to_string(index=False, float_format=DIGITS, max_rows=MOST_ROWS, min_rows=10)

    width = {name: len(text([name]).partition("\n")[0]) + 1 for name in table}
    names = [*table]
    lead = next((n for n in range(1, len(names)) if not table[names[:n]].duplicated().any()), 1)
    parts = [names[:lead + 1]]
    for name in names[lead + 1:]:
        if sum(map(width.get, [*parts[-1], name])) > shutil.get_terminal_size().columns + 1:
            parts.append(names[:lead])
        parts[-1] = [*parts[-1], name]
    return "\n\nThe same rows, further columns:\n".join(map(text, parts)) + (
        f"\n\n10 of {len(table)} rows; .table has all" if len(table) > MOST_ROWS else "")


def are_numbers(values):
    """Report whether all values are numbers, or null."""
    return all(v is None or isinstance(v, (int, float)) and not isinstance(v, bool) for v in values)


def of_floats(row):
    """Return a row with inf or nan for what its warnings say is null in JSON, and nan for any other J or B of null."""
    row = {name: math.nan if v is None and name in ("J", "B") else v for name, v in row.items()}
    for warning in row.get("warnings") or []:
        for said in warning.partition(": ")[2].split(", ") if warning.startswith(OF_NULLS) else []:
            name, _, number = said.partition(" = ")
            if name in row:
                row[name] = float(number or "nan")
    return row


def value(row, name, states):
    """Return a value of a row. A list of numbers, one for each cell, is an array in the shape of the target, or a dict
    of the states that the user named."""
    values = row[name]
    if not isinstance(values, list) or not values or not are_numbers(values):
        return values
    if states and name not in LISTS and len(states) == len(values):
        return dict(zip(states, values))
    grid = str(row.get("grid"))
    shape = tuple(map(int, grid.split("x"))) if re.fullmatch(r"\d+(x\d+)*", grid) else ()
    return arrays.array(values, shape if name not in LISTS and math.prod(shape) == len(values) else -1)


def notes_of_sweep(line):
    """Return the notes of a summary on what to take, and not those on its table; none before the last shard is done."""
    path = os.path.join(line.out, "summary.md")
    if not os.path.exists(path):
        return []
    with open(path, encoding="utf-8") as file:
        lines = file.read().replace(line.folder + os.sep, "").splitlines()
    notes = [html.unescape(re.sub(r"\\([|*`(])", r"\1", text[2:])) for text in lines if text.startswith("- ")]
    return [filled(note) for note in notes if not note.startswith(("All rows: ", "Least: "))]


def filled(words):
    """Return words in lines that are not long, each of which goes on below its begin. None ends in a number alone."""
    return "\n".join(LAST.sub(r"\n  \1 \2", textwrap.fill(line, 78, subsequent_indent="  "))
                     for line in words.splitlines())


def distance(row):
    """Return in words how far samples are: by AIDE, with its error, the exact one and its bias; or by bounds of log R.

    Return "" of other commands.
    """
    if "crooks_p" in row:
        bounds = row["bounds"] or ""
        return filled(bounds[:1].upper() + bounds[1:] + "." if bounds else "")
    if "symmetrised_kl" not in row:
        return ""
    program = "your program" if row.get("exec") == "-" else row["program"]
    program += "" if row.get("exec") == "-" or ":T=" in program else f" at T = {row['T']}"
    words = f"AIDE puts {program} {uncertain(row, 'estimate', 'stderr')} nats from {row['gold']}"
    if not math.isnan(row["symmetrised_kl"]):
        bias = uncertain(row, "bias", "bias_stderr")
        words += f"; exactly it is {row['symmetrised_kl']:.3g}, and AIDE's bias is {bias}"
    if row.get("exec_worst_log_w") is not None:
        words += ". AIDE goes by weights, which do not fit together, and the exact distance does not"
    return filled(words + ".")


def uncertain(row, name, error):
    """Return a number of a row with its standard error, if it has one."""
    return f"{row[name]:.3g}" + (f" ± {row[error]:.2g}" if row[error] is not None and row[error] == row[error] else "")


def verdict(row):
    """Return the verdict of a row in words, and its doubts, or "" if there are none."""
    followed = row.get("followed") or ""
    words = row.get("says") or row.get("verdict") or row.get("exec_verdict") or followed[:1].upper() + followed[1:]
    cause = row.get("cause")
    if isinstance(cause, dict) and cause.get("advice"):
        words += f"; what to do: {cause['advice']}"
    words = re.sub(r"; (\w)", lambda begin: ".\n" + begin[1].upper(), words)
    if row.get("why") and "says" not in row:
        words += f": {row['why']}"
    if row.get("reach") and "crooks_p" in row:
        words += (f": if the forward weights alone were {100 * math.expm1(row['reach']):.3g}% too large, 9 of 10 such "
                  "sets would show it")
    if "\n" in words:
        words = words.rstrip(".") + "."
    if row.keys() >= {"toy", "quantity", "computed"}:
        words = f"{row['quantity']} of {row['toy']} at T = {row['T']} is {row['computed']:.4g}, and " \
            f"{row['published']} was published: {words}"
        words += f". By the kernel beside it is {row['beside']:.4g}." if row.get("beside") is not None else ""
    lines = words.split("\n")
    lines[2:2] = (row.get("directions") or {}).get("says", [])  # after the cell that is wrong
    return filled("\n".join([*lines, *(f"Note: {why}." for why in row.get("warnings") or []
                                         if not why.startswith(OF_COLUMNS))]).strip())
