"""B does not see steps at the target: they change no B and raise no J, so who chooses by B never pays for one.

    python3 steps_at_target.py                               # on EASY RANDOM; or --target g.csv
    python3 steps_at_target.py --toy hard --seed 300..319    # medians of draws, where the chain does not mix

Settings are compared at as many steps of the kernel. A weight costs nothing here.
"""
import json, os, statistics, subprocess, sys, tempfile

TARGET = sys.argv[1:] or ["--toy", "easy"]
STEPS = 996

def ask(command, *words):
    program = os.environ.get("BREADBOARD", "breadboard")
    line = [program, command, *TARGET, *words, "--format", "json"]
    return json.loads(subprocess.run(line, check=True, stdout=subprocess.PIPE).stdout)

def exact(levels, *words):
    return ask("exact", "-T", str(levels), *words)

def show(name, rows, control=None):
    J, B = (statistics.median(row[key] for row in rows) for key in ("J", "B"))
    shown = f"{J:.5g}" if J > 1e-12 else "rounding"
    line = f"{name:44}{shown:>12}{B:12.5g}"
    for key in ("J", "B") if control else ():
        less = sum(row[key] < other[key] for row, other in zip(rows, control))
        line += f"   less {key}: {less} of {len(rows)}"
    print(line)
    return rows

print(f"{' '.join(TARGET):44}{'J':>12}{'B':>12}")
show("10 levels", exact(10))
show("10 levels, no step at the last", exact(10, "--skip-last-kernel"))
show("10 levels, and 9 more at the target", exact(19, "--schedule", "curve:0:1:1"))
even = show("999 steps: equal steps of beta", exact(1000))
show("999 steps: half of them at the target", exact(1000, "--schedule", "curve:0:1:1"), even)
show("999 steps: half of them at the start", exact(1000, "--schedule", "curve:0:0:1"), even)
one = show(f"{STEPS} steps: one a level", exact(STEPS + 1))
four = show(f"{STEPS} steps: four a level", exact(STEPS // 4 + 1, "--repeat", "4"), one)
with tempfile.TemporaryDirectory() as folder:
    path = os.path.join(folder, "betas.txt")
    betas = [step / (STEPS - 3) for step in range(STEPS - 2)] + [1, 1, 1]
    with open(path, "w") as file:
        file.write("\n".join(map(str, betas)))
    show(f"{STEPS} steps: one, and three at the target", exact(STEPS + 1, "--schedule", "file:" + path), four)
rivals = []
for repeat in (k for k in range(1, STEPS + 1) if STEPS % k == 0):
    for curve in ("curve:0:1", "curve:0:1:1"):
        rivals.append(exact(STEPS // repeat + 1, "--repeat", str(repeat), "--schedule", curve))
least_j = show(f"{STEPS} steps, as the least J has them", [min(of, key=lambda row: row["J"]) for of in zip(*rivals)])
show(f"{STEPS} steps, as the least B has them", [min(of, key=lambda row: row["B"]) for of in zip(*rivals)], least_j)
start = show("no step at all", exact(2, "--skip-last-kernel"))
show("64 steps at the target, without annealing", exact(2, "--repeat", "64"), start)
if len(start) == 1:
    aide = ask("aide", "-T", "2", "--repeat", "64", "--program", "ais", "--runs", "2")
    print(f"AIDE expects of these 64 steps {aide[0]['expected']:.5g}")
