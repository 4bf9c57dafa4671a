"""J does not see a symmetry that keeps one chain from mixing. Well above the transition B/J grows with the system.

    python3 symmetry_unseen.py                       # Curie-Weiss: coupling 2, field 0.02, of 15 and 30 spins
    python3 symmetry_unseen.py 1.75 0.05 10 15       # your own

A cell is how many of N spins are up. This program is the kernel too: a step picks a spin and flips it by Metropolis, N
steps a level. T is the least with J at most 0.1, without the field as in it.
"""
import json, math, os, shlex, subprocess, sys, tempfile

def row(x, log_f):
    spins = len(log_f) - 1
    moves = {x: 1.0}
    for y, share in ((x - 1, x / spins), (x + 1, 1 - x / spins)):
        if 0 <= y <= spins:
            ratio = log_f[y] - log_f[x] + math.log(math.comb(spins, x) / math.comb(spins, y))
            moves[y] = share * math.exp(min(0, ratio))
            moves[x] -= moves[y]
    return [*moves.items()]

def ask(command, *words):
    kernel = shlex.join([sys.executable, os.path.abspath(__file__), "rows"])
    line = [os.environ.get("BREADBOARD", "breadboard"), command, "--target", "f.csv", "--exec", kernel, *words]
    return json.loads(subprocess.run([*line, "--format", "json"], check=True, stdout=subprocess.PIPE).stdout)

def show(coupling, field, spins):
    for name, on in (("start.csv", 0), ("f.csv", 1)):
        ways = [math.log(math.comb(spins, up)) for up in range(spins + 1)]
        sums = [2 * up - spins for up in range(spins + 1)]
        values = [way + on * (coupling * s * s / (2 * spins) + field * s) for way, s in zip(ways, sums)]
        with open(name, "w") as file:
            file.write(",".join(map(str, values)))
    levels, runs = "2,20,160", []
    while levels:
        runs += ask("exact", "--initial", "file:start.csv", "--repeat", str(spins), "-T", levels)
        if runs[0]["J"] <= 0.1 or runs[2]["J"] > 0.1:
            sys.exit(f"J is at most 0.1 at 2 levels of {spins} spins, or above it at 160")
        few = max((run for run in runs if run["J"] > 0.1), key=lambda run: run["T"])
        best = min((run for run in runs if run["J"] <= 0.1), key=lambda run: run["T"])
        share = math.log(few["J"] / 0.1) / math.log(few["J"] / best["J"])
        guess = int(few["T"] * (best["T"] / few["T"]) ** share)
        levels = str(min(max(guess, few["T"] + 1), best["T"] - 1)) if best["T"] > few["T"] + 1 else ""
    relaxation = 1 / ask("validate", "--beta", "1")["gap"]
    print(f"{field:<6}{spins:4}{best['T']:6}{best['J']:10.4g}{best['B']:10.4g}{best['b_over_j']:8.3g}"
          f"{spins * (best['T'] - 1):8}{relaxation:12.3g}")

if sys.argv[1:] == ["rows"]:
    for question in map(json.loads, sys.stdin):
        if "logf" in question:
            log_f = question["logf"]
        elif "rows" in question:
            print(json.dumps([row(x, log_f) for x in question["rows"]]), flush=True)
        elif "states" in question:
            print("null", flush=True)
    sys.exit()
coupling, field, *sizes = map(float, sys.argv[1:] or (2, 0.02, 15, 30))
print("field    N     T         J         B     B/J   moves  relaxation time, in moves")
with tempfile.TemporaryDirectory() as folder:
    os.chdir(folder)
    for size in sizes:
        show(coupling, 0, int(size))
        show(coupling, field, int(size))
