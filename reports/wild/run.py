"""Kernels of released packages as they stand, each by what breadboard says of it.

    python3 run.py dppy           # the kernels of a package
    python3 run.py --table        # all of them, and table.csv again; or the rows of some, by name
    python3 run.py --installed    # those of packages that are installed here, which need no network
    python3 run.py --draws dppy   # the column "by draws" of its rows in table.csv, without verdicts

Packages come from GitHub by git, or from clones in the folder BREADBOARD_WILD, named owner+name.
"""
import argparse
import csv
import json
import pathlib
import runpy
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
COLUMNS = ("package", "kernel", "states", "kind", "called", "law", "how", "verdict", "true", "by draws", "seconds",
           "calls")


def run(name, *more):
    """Return the lines of a recipe, which has a process of its own."""
    made = subprocess.run([sys.executable, __file__, "--alone", name, *more], stdout=subprocess.PIPE, text=True,
                          check=False)
    print(made.stdout, end="", flush=True)
    if made.returncode:
        print(f"{name}: it ended with {made.returncode}")
    return [json.loads(line) for line in made.stdout.splitlines() if line.startswith('{"package"')]


def written(lines):
    """Write table.csv: rows that have been run take the place of their old ones, or what has been run of them."""
    def named(line):
        return line["package"], line["kernel"]
    with open(HERE / "table.csv", encoding="utf-8", newline="") as file:
        rows = {named(row): row for row in csv.DictReader(file)}
    for line in lines:
        rows[named(line)] = rows.get(named(line), {}) | line
    with open(HERE / "table.csv", "w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, COLUMNS, lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows.values())


def surprises(lines):
    """Return the lines in which a right kernel is accused, or a wrong one kept."""
    return [line for line in lines
            if line["verdict"] == ("right" if line["true"].startswith("wrong") else "wrong")]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("recipe", nargs="*", help="names of recipes")
    parser.add_argument("--table", action="store_true", help="write what is run, or all of them, into table.csv")
    parser.add_argument("--installed", action="store_true", help="run those of packages that are installed")
    parser.add_argument("--draws", action="store_true", help="without verdicts, and write what is in table.csv of them")
    parser.add_argument("--alone", help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.alone:
        sys.path.insert(0, str(HERE))
        import wild
        wild.verdicts = not given.draws
        runpy.run_path(str(HERE / "recipes" / f"{given.alone}.py"))
        return
    paths = {path.stem: path for path in sorted((HERE / "recipes").glob("*.py"))}
    unknown = [name for name in given.recipe if name not in paths]
    if unknown or not (given.recipe or given.table or given.installed or given.draws):
        sys.exit(f"{'no recipe ' + unknown[0] + '; ' if unknown else ''}use --table, --draws, --installed, or one of: "
                 + ", ".join(paths))
    names = given.recipe or [name for name, path in paths.items()
                             if not given.installed or "installed(" in path.read_text(encoding="utf-8")]
    lines = [line for name in names for line in run(name, *["--draws"] * given.draws)]
    if given.table or given.draws:
        written(lines)
    if given.draws:
        return
    kinds = [line["how"] for line in lines]
    print(f"{len(lines)} kernels of {len({line['package'] for line in lines})} packages: "
          + ", ".join(f"{kinds.count(kind)} {kind}" for kind in dict.fromkeys(kinds))
          + f"; {len(surprises(lines))} surprises")
    for line in surprises(lines):
        print(f"  {line['package']}: {line['kernel']} is {line['true']}, and the verdict is {line['verdict']}")
    sys.exit(bool(surprises(lines)))


if __name__ == "__main__":
    main()
