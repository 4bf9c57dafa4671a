"""What a command answers: numbers by name, arrays, tables and pictures."""
import html
import json
import os
import re
import tempfile
import textwrap

from . import arrays

HIDDEN = {"keys", "version", "commit", "go", "spec", "key"}  # of no interest in a table that people read


class Result:
    """The rows of a command. A column is an attribute: run.J is a number where there is one row, and an array otherwise.

    Columns of cells, such as q and p, have the shape of the target. table has all columns of numbers and words, as a
    DataFrame if pandas is there. ok is False where what was examined is broken.
    """

    def __init__(self, command, text, code, again, out=None):
        self.command, self.ok = command, code == 0
        self._again, self._out = again, out  # again runs the command with more flags
        told = json.loads(text)
        if isinstance(told, dict) and "keys" not in told:  # several tables, by name
            self.tables = told
            told = next(iter(told.values()))
        else:
            self.tables = {}
        self.rows = told if isinstance(told, list) else [told]

    def __getattr__(self, name):
        if name.startswith("_") or not self.rows or name not in self.rows[0]:
            columns = ", ".join(self.columns) if "rows" in self.__dict__ else ""
            raise AttributeError(f"a result of {self.__dict__.get('command')} has no column {name}; it has {columns}")
        return self[name]

    def __getitem__(self, name):
        """A column; or a row, by its number."""
        if isinstance(name, int):
            return self.rows[name]
        values = [self._value(row, name) for row in self.rows]
        if len(values) == 1:
            return values[0]
        if all(v is None or isinstance(v, (int, float)) and not isinstance(v, bool) for v in values):
            return arrays.array(values)
        return values

    def __iter__(self):
        return iter(self.rows)

    def __len__(self):
        return len(self.rows)

    def __dir__(self):
        return [*super().__dir__(), *self.columns]

    @property
    def columns(self):
        """The names of all columns."""
        return list(self.rows[0]) if self.rows else []

    def _value(self, row, name):
        """A value of a row. A list of numbers, one for each cell, is an array in the shape of the target."""
        value = row[name]
        if not isinstance(value, list) or not value or not all(isinstance(v, (int, float, type(None))) for v in value):
            return value
        shape = tuple(map(int, re.findall(r"\d+", str(row.get("grid", ""))))) if re.fullmatch(r"\d+(x\d+)*", str(row.get("grid"))) else ()
        size = 1
        for length in shape:
            size *= length
        return arrays.array(value, shape if shape and size == len(value) else None)

    @property
    def table(self):
        """All numbers and words: a DataFrame if pandas is there, and a list of dicts otherwise."""
        rows = [{name: v for name, v in row.items() if name not in HIDDEN and not isinstance(v, (list, dict))} for row in self.rows]
        names = [name for name in self.columns if any(row.get(name) is not None for row in rows)]
        rows = [{name: row.get(name) for name in names} for row in rows]
        try:
            import pandas
        except ImportError:
            return rows
        return pandas.DataFrame(rows, columns=names)

    @property
    def words(self):
        """The verdict in words, with the likely cause and what to do; "" where the command has none."""
        row = self.rows[0] if self.rows else {}
        verdict = row.get("verdict") or row.get("exec_verdict") or ""
        cause = row.get("cause")
        if isinstance(cause, dict) and cause.get("advice"):
            verdict += f"; what to do: {cause['advice']}"
        verdict = re.sub(r"; (\w)", lambda begin: ".\n" + begin[1].upper(), verdict)
        if row.get("why"):
            verdict += ": " + str(row["why"])
        if row.get("reach"):
            verdict += f": a sampler off by {row['reach']:.2g} or more in total variation would be found by 9 of 10 such samples"
        if not verdict and not self.ok:
            broken = [row for row in self.rows if row.get("ok") is False]
            verdict = f"{self.command}: a law is broken" + "".join(f"; {next(iter(row.values()))}" for row in broken)
        if "\n" in verdict:
            verdict += "."
        return "\n".join(textwrap.fill(line, 78, subsequent_indent="  ") for line in verdict.split("\n"))

    def _cells(self):
        """The table that people see: names that differ, and those that are alike as one line."""
        rows = [{n: v for n, v in row.items() if n not in HIDDEN and not isinstance(v, (list, dict))} for row in self.rows]
        names = [n for n in self.columns if any(row.get(n) is not None for row in rows)]
        if len(rows) == 1:
            return "", ["", ""], [[n, brief(rows[0][n])] for n in names]
        alike = [n for n in names if len({repr(row.get(n)) for row in rows}) == 1]
        words = "; ".join(f"{n} {brief(rows[0][n])}" for n in alike)
        names = [n for n in names if n not in alike]
        return words, names, [[brief(row.get(n)) for n in names] for row in rows]

    def __repr__(self):
        words, names, rows = self._cells()
        lines = [names, *rows] if len(self.rows) != 1 else rows
        widths = [max(len(line[i]) for line in lines) for i in range(len(lines[0]))] if lines and lines[0] else []
        text = "\n".join("  ".join(cell.ljust(width) for cell, width in zip(line, widths)).rstrip() for line in lines)
        return "\n".join(part for part in (self.words, words, text) if part)

    def _repr_html_(self):
        words, names, rows = self._cells()
        head = "<thead><tr>" + "".join(f"<th>{html.escape(n)}</th>" for n in names) + "</tr></thead>" if any(names) else ""
        body = "".join("<tr>" + "".join(f"<td>{html.escape(cell)}</td>" for cell in row) + "</tr>" for row in rows)
        told = "".join(f"<p>{html.escape(part)}</p>" for part in (*self.words.split("\n"), words) if part)
        return f'{told}<table class="dataframe">{head}<tbody>{body}</tbody></table>'

    def figures(self):
        """The program's own figures of this result, by name."""
        with tempfile.TemporaryDirectory(prefix="breadboard-") as drawn:
            folder = self._out or drawn
            if self._out is None:
                self._again(f"--pictures={folder}")
            names = sorted(name[:-4] for name in os.listdir(folder) if name.endswith(".png"))
            return {name: Figure.read(folder, name) for name in names}

    def plot(self, name=None):
        """A figure of this result, which a notebook shows. Without a name it is the one that says most."""
        figures = self.figures()
        if name is None:
            first = [n for n in figures if n == "summary"] or [n for n in figures if n == "figure3"] or [
                n for n in figures if n.startswith("maps")]
            name = (first or list(figures))[0]
        if name not in figures:
            raise ValueError(f"there is no figure {name}; one of {', '.join(figures)} would do")
        return figures[name]


class Figure:
    """A figure of the program: a picture in a notebook, and files."""

    def __init__(self, name, png, svg):
        self.name, self.png, self.svg = name, png, svg

    @classmethod
    def read(cls, folder, name):
        """Read a figure that the program drew."""
        with open(os.path.join(folder, name + ".png"), "rb") as file:
            png = file.read()
        with open(os.path.join(folder, name + ".svg"), encoding="utf-8") as file:
            return cls(name, png, file.read())

    def _repr_png_(self):
        return self.png

    def __repr__(self):
        return f"<figure {self.name}; save it as .png or .svg>"

    def save(self, path):
        """Write the figure: a name that ends in .png or .svg says which."""
        path = os.fspath(path)
        if path.endswith(".png"):
            content = self.png
        elif path.endswith(".svg"):
            content = self.svg.encode()
        else:
            raise ValueError(f"{path}: a name that ends in .png or .svg would do")
        with open(path, "wb") as file:
            file.write(content)


def brief(value):
    """A value for people: five digits of a number."""
    if value is None:
        return ""
    if isinstance(value, float):
        return f"{value:.5g}"
    return str(value)
