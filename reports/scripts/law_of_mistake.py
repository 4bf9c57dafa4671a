"""No law finds every mistake of a kernel, drawn moves find fewer, and that BREAD's gap is not below 0 finds hardly any.

    python3 law_of_mistake.py                       # on EASY RANDOM; or --target g.csv, on two axes and without walls

One mistake at a time is put into Metropolis on axes that are lines, as matrices at four betas. Kinds 0 and 1 are the
controls: no law may accuse them. 10,000 moves are drawn from the matrix at the target.
"""
import array, json, math, os, pathlib, random, subprocess, sys, tempfile

TARGET = sys.argv[1:] or ["--toy", "easy"]
KINDS = ["no mistake", "stays half of the time", "log f halved", "level before", "single precision", "odds upside down"]
KINDS += ["odds not cut at 1", "border forgotten", "one axis alone", "row short of 1", "transposed"]

def ask(command, *words):
    line = [os.environ.get("BREADBOARD", "breadboard"), command, *TARGET, *words, "--format", "json"]
    done = subprocess.run(line, capture_output=True, text=True)
    return json.loads(done.stdout) if done.returncode < 2 else sys.exit(done.stderr)

def matrix(kind, log_f, places, beta):
    beta = {"log f halved": beta / 2, "level before": beta - 0.25}.get(kind, beta)
    f = array.array("f" if kind == "single precision" else "d", [beta * value for value in log_f])
    rows = [[0.0] * len(f) for _ in f]
    for x, row in enumerate(rows):
        near = [y for y in range(len(f)) if math.dist(places[x], places[y]) == 1]
        if kind == "one axis alone":
            near = [y for y in near if places[x][0] == places[y][0]]
        for y in near:
            odds = math.exp(f[x] - f[y] if kind == "odds upside down" else f[y] - f[x])
            accepted = odds if kind == "odds not cut at 1" else min(1, odds)
            proposed = 1 / len(near) if kind == "border forgotten" else 1 / 4
            row[y] = accepted * proposed * (0.5 if kind == "stays half of the time" else 1)
        row[x] = (0.999 if kind == "row short of 1" and x == 0 else 1) - sum(row)
    return [*zip(*rows)] if kind == "transposed" else rows

def judged(kind, run):
    cells = range(len(run["p"]))
    places = [divmod(x, int(run["grid"].split("x")[1])) for x in cells]
    with tempfile.TemporaryDirectory() as folder:
        for beta in (0.25, 0.5, 0.75, 1):
            rows = matrix(kind, run["log_f"], places, beta)
            text = "\n".join(",".join(map(repr, row)) for row in rows)
            pathlib.Path(folder, f"beta-{beta}.csv").write_text(text)
        laws = {law["name"]: law["ok"] for law in ask("validate", "--matrix", folder)["laws"]}
        starts = random.choices(cells, run["p"], k=10_000)
        moves = ["from,to"]
        for x in cells:
            ends = random.choices(cells, [max(0, share) for share in rows[x]], k=starts.count(x))
            moves += [f"{x},{y}" for y in ends]
        pathlib.Path(folder, "moves.csv").write_text("\n".join(moves))
        laws["10,000 drawn moves"] = ask("validate", f"{folder}/moves.csv")["ok"]
    return laws

random.seed(1)
run = ask("exact", "-T", "2")[0]
found = [judged(kind, run) for kind in KINDS]
print(*(f"{number} {kind}" for number, kind in enumerate(KINDS)), sep="\n")
for law in found[0]:
    broken = [number for number, laws in enumerate(found) if not laws.get(law, True)]
    print(f"{law:34}{len(broken):3} of {len(KINDS) - 2}:", *broken)
