"""Draws museum.svg by table.csv: a row for each bug, and a column for each test. It prints the means.

    python3 figure.py
"""
import csv
import pathlib
from xml.sax.saxutils import escape

HERE = pathlib.Path(__file__).resolve().parent
KINDS = {"acceptance": "the ratio of the acceptance", "proposal": "proposals that are not symmetric",
         "conditional": "conditional distributions", "slice": "slices", "swap": "tempering",
         "bookkeeping": "what is kept from step to step", "reach": "parts out of reach",
         "draw": "independent draws", "weight": "weights of programs"}
TESTS = {"exact": "exact|rows", "10^4 moves": "10⁴|moves", "10^5 moves": "10⁵|moves", "10^6 moves": "10⁶|moves",
         "chi-square": "chi-|square", "Kolmogorov-Smirnov": "K-S", "two samples": "two|samples",
         "exact rank": "exact|rank", "Geweke": "Geweke", "calibration": "SBC"}
LEFT, BAR, WIDE, HIGH, TOP = 190, 70, 48, 14, 64
INK, FAINT, ALARM = "#22303c", "#8b949b", "#d9641e"


def shade(share):
    """Return the colour of a share: from paper to dark blue."""
    return "#" + "".join(f"{round(a + (b - a) * share):02x}" for a, b in zip((236, 238, 240), (22, 78, 126)))


def text(x, y, words, anchor="start", colour=INK, weight="normal"):
    return (f'<text x="{x}" y="{y}" text-anchor="{anchor}" fill="{colour}" font-weight="{weight}">'
            f'{escape(words)}</text>')


def cell(x, y, share, alarm):
    """Return a cell: a shade, a number if the share is neither all nor nothing, and a corner if the twin is accused."""
    if share == "":
        return text(x + WIDE / 2, y + 10.5, "·", "middle", FAINT)
    share = float(share)
    drawn = f'<rect x="{x + 1}" y="{y + 1}" width="{WIDE - 2}" height="{HIGH - 2}" fill="{shade(share)}"/>'
    if 0 < share < 1:
        drawn += text(x + WIDE / 2, y + 10.5, f"{share:.2f}".lstrip("0"), "middle", "white" if share > 0.5 else INK)
    if float(alarm) > 0.01:
        drawn += f'<path d="M{x + WIDE - 10} {y + 1}h9v9z" fill="{ALARM}"/>'
    return drawn


def mean(rows, name):
    shares = [float(row[name]) for row in rows if row[name] != ""]
    return sum(shares) / len(shares)


def figure(rows):
    drawn, y = [], TOP
    at = {name: LEFT + BAR + WIDE * i for i, name in enumerate(TESTS)}
    for name, words in TESTS.items():
        for line, word in enumerate(reversed(words.split("|"))):
            drawn.append(text(at[name] + WIDE / 2, TOP - 8 - 13 * line, word, "middle"))
    drawn.append(text(LEFT, TOP - 8, "distance", "start"))
    for kind, words in KINDS.items():
        drawn.append(text(12, y + 15, words, weight="bold"))
        y += 20
        of = [row for row in rows if row["kind"] == kind]
        for row in sorted(of, key=lambda row: -float(row["TV"] or 2)):
            drawn.append(text(LEFT - 10, y + 10.5, row["bug"].replace("_", " "), "end"))
            if row["TV"]:
                drawn.append(f'<rect x="{LEFT}" y="{y + 4}" width="{float(row["TV"]) * (BAR - 10):.1f}" height="6" '
                             f'fill="{FAINT}"/>')
            elif row["kind"] == "reach":
                drawn.append(text(LEFT, y + 10.5, "in parts", colour=FAINT))
            drawn += [cell(at[name], y, row[name], row[name + ", twin"] or 0) for name in TESTS]
            y += HIGH
    y += 12
    for words, ending, weight in (("found on average", "", "bold"), ("right twins accused", ", twin", "normal")):
        drawn.append(text(LEFT + BAR - 10, y + 11, words, "end", ALARM if ending else INK, weight))
        for name in TESTS:
            drawn.append(text(at[name] + WIDE / 2, y + 11, f"{mean(rows, name + ending):.1%}" if ending else
                              f"{mean(rows, name):.0%}", "middle", ALARM if ending else INK, weight))
        y += 17
    y += 10
    for i in range(6):
        drawn.append(f'<rect x="{LEFT + BAR + 30 * i}" y="{y}" width="29" height="12" fill="{shade(i / 5)}"/>')
    drawn.append(text(LEFT + BAR - 10, y + 10.5, "share of seeds", "end"))
    drawn.append(text(LEFT + BAR + 190, y + 10.5, "0 to 1;"))
    drawn.append(f'<path d="M{LEFT + BAR + 242} {y + 1}h9v9z" fill="{ALARM}"/>')
    drawn.append(text(LEFT + BAR + 258, y + 10.5, "its right twin is accused too;  · no such test"))
    width, height = LEFT + BAR + WIDE * len(TESTS) + 14, y + 26
    return (f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" '
            f'font-family="Helvetica, Arial, sans-serif" font-size="11"><rect width="{width}" height="{height}" '
            f'fill="white"/>' + "\n".join(drawn) + "</svg>\n")


if __name__ == "__main__":
    with open(HERE / "table.csv", encoding="utf-8") as table:
        lines = [*csv.DictReader(table)]
    (HERE / "museum.svg").write_text(figure(lines), encoding="utf-8")
    for column in TESTS:
        print(f"| {column} | {mean(lines, column):.0%} | {mean(lines, column + ', twin'):.1%} |")
