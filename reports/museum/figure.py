"""Draws museum.svg by table.csv, a row for each bug and a column for each test, and prints README's tables.

    python3 figure.py
"""
import csv
import math
import pathlib
import statistics
from xml.sax.saxutils import escape

HERE = pathlib.Path(__file__).resolve().parent
KINDS = {"acceptance": "the ratio of the acceptance", "proposal": "proposals that are not symmetric",
         "conditional": "conditional distributions", "slice": "slices", "swap": "tempering",
         "bookkeeping": "what is kept from step to step", "reach": "parts out of reach",
         "draw": "independent draws"}
GROUPS = {"one step": {"rows": "rows", "moves": "moves"}, "a chain": {"chi-square": "chi²", "Geweke": "Geweke"},
          "two samples": {"Wilcoxon, all": "ranks", "Kolmogorov-Smirnov, all": "K-S", "Pearson": "chi²"},
          "exact rank of": {"exact rank, place": "place", "exact rank, log f": "log f", "exact rank, all": "all"},
          "calibration by": {"calibration 9, place": "place", "calibration 9, log f": "log f",
                             "calibration 9, all": "all"}}
TESTS = [name for group in GROUPS.values() for name in group]
RIVALS = "mcunit", "mcunit, reversible", "MCMCTesting.jl", "SBC in R"
LEFT, WIDE, GAP, HIGH, TOP = 170, 46, 8, 15, 52
LEAST, MOST = 1, 8  # the scale of colours, in powers of ten
INK, FAINT, ALARM = "#22303c", "#8b949b", "#c2410c"


def shade(power):
    """Return the colour of a power of ten: from paper to dark blue."""
    share = min(max((power - LEAST) / (MOST - LEAST), 0), 1)
    return "#" + "".join(f"{round(a + (b - a) * share):02x}" for a, b in zip((232, 240, 246), (12, 52, 96)))


def text(x, y, words, anchor="start", colour=INK, weight="normal"):
    return (f'<text x="{x}" y="{y}" text-anchor="{anchor}" fill="{colour}" font-weight="{weight}">'
            f'{escape(words)}</text>')


def short(calls):
    """Return a number in three letters or four."""
    for unit, letter in (1e6, "M"), (1e3, "k"):
        if calls >= unit * 0.9995:
            return f"{calls / unit:.2g}{letter}" if calls < 99.5 * unit else f"{calls / unit:.0f}{letter}"
    return f"{calls:.0f}"


def cell(x, y, calls, twin):
    """Return a cell: the number of calls on its shade, and a corner if no more than that accuse the right twin."""
    if calls == math.inf:
        return (f'<rect x="{x + 1.5}" y="{y + 1.5}" width="{WIDE - 3}" height="{HIGH - 3}" fill="none" '
                f'stroke="{ALARM}"/>') + text(x + WIDE / 2, y + 11, "never", "middle", ALARM)
    power = math.log10(calls)
    drawn = f'<rect x="{x + 1}" y="{y + 1}" width="{WIDE - 2}" height="{HIGH - 2}" fill="{shade(power)}"/>'
    drawn += text(x + WIDE / 2, y + 11, short(calls), "middle", "white" if power > 4.2 else INK)
    if twin <= calls:
        drawn += f'<path d="M{x + WIDE - 9} {y + 1}h8v8z" fill="{ALARM}"/>'
    return drawn


def columns():
    """Return the x of each test, the groups with theirs, and the width of all."""
    at, heads, x = {}, [], LEFT
    for group, names in GROUPS.items():
        heads.append((group, x + WIDE * len(names) / 2))
        for name in names:
            at[name] = x
            x += WIDE
        x += GAP
    return at, heads, x


def figure(rows):
    at, heads, width = columns()
    drawn, y = [text(x, TOP - 28, words, "middle", weight="bold") for words, x in heads], TOP
    for names in GROUPS.values():
        drawn += [text(at[name] + WIDE / 2, TOP - 10, words, "middle") for name, words in names.items()]
    for kind, words in KINDS.items():
        drawn.append(text(12, y + 14, words, weight="bold"))
        y += 20
        of = [row for row in rows if row["kind"] == kind]
        for row in sorted(of, key=lambda row: statistics.median(float(row[name]) for name in TESTS)):
            drawn.append(text(LEFT - 8, y + 11, row["bug"].replace("_", " "), "end"))
            drawn += [cell(at[name], y, float(row[name]), twin(row, name)) for name in TESTS]
            y += HIGH
    y += 14
    drawn.append(text(LEFT - 8, y + 11, "calls of the step", "end"))
    for power in range(LEAST, MOST + 1):
        x = LEFT + WIDE * (power - LEAST)
        drawn.append(f'<rect x="{x}" y="{y}" width="{WIDE}" height="{HIGH}" fill="{shade(power)}"/>')
        drawn.append(text(x + WIDE / 2, y + 11, short(10 ** power), "middle", "white" if power > 4.2 else INK))
    x = LEFT + WIDE * (MOST - LEAST + 1) + 16
    drawn.append(f'<path d="M{x} {y + 3}h8v8z" fill="{ALARM}"/>')
    drawn.append(text(x + 14, y + 11, "as many accuse the right twin"))
    return (f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {y + 26}" width="{width}" height="{y + 26}" '
            f'font-family="Helvetica, Arial, sans-serif" font-size="11"><rect width="{width}" height="{y + 26}" '
            f'fill="white"/>' + "\n".join(drawn) + "</svg>\n")


def twin(row, name):
    """Return the calls by which a test accuses the right twin. Rows never do."""
    return math.inf if name == "rows" else float(row[name + ", twin"])


def main():
    with open(HERE / "table.csv", encoding="utf-8") as table:
        rows = [row for row in csv.DictReader(table) if row["rows"]]
    (HERE / "museum.svg").write_text(figure(rows), encoding="utf-8")
    for name in [*TESTS, "calibration 99, all"]:
        calls = sorted(float(row[name]) for row in rows)
        finite = [value for value in calls if value < math.inf]
        never = len(calls) - len(finite)
        twins = sum(twin(row, name) <= float(row[name]) < math.inf for row in rows)
        print(f"| {name} | {short(statistics.median(calls))} | {short(finite[-1])} | {never or ''} | {twins or ''} |")
    reached = [row for row in rows if float(row["Pearson"]) < math.inf]
    print(f"\n{len(reached)} of {len(rows)} do not keep p")
    for name in RIVALS:
        print(f"| {name} | {mean(reached, name):.0%} | {mean(rows, name + ', twin'):.1%} | "
              f"{short(mean(reached, name + ', calls'))} |")
    print(f"| Geweke | {mean(reached, 'Geweke 10^4'):.1%}")


def mean(rows, name):
    return statistics.mean(float(row[name]) for row in rows)


if __name__ == "__main__":
    main()
