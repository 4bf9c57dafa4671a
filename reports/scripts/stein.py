"""A Stein discrepancy is as blind to the weights of modes as its moves are.

    python3 stein.py        # on EASY RANDOM and on BARRIER; or --toy hard; or --target g.csv

Both are kernel Stein discrepancies of q from the target, by exp(-H/d), where H of the d coordinates differ. Barker's has
the moves of the kernel barker. Yang's, the control, has cyclic ones, where the first cell of an axis follows the last:
"ends" is the share of its square that it has from these moves alone. The falls are from T = 3.
"""
import itertools, json, math, os, subprocess, sys

TARGETS = [sys.argv[1:]] if sys.argv[1:] else [["--toy", "easy"], ["--toy", "barrier"]]

def exact(target):
    program = os.environ.get("BREADBOARD", "breadboard")
    line = [program, "exact", *target, "-T", "3,10,30,100,300,1000", "--format", "json"]
    return json.loads(subprocess.run(line, check=True, stdout=subprocess.PIPE).stdout)

def ends(run):
    """The share of the moves from the last cell of an axis to the first, with v(x) = q(z) - q(x) p(z)/p(x)."""
    lengths = [int(length) for length in run["grid"].split("x")]
    cells = list(itertools.product(*map(range, lengths)))
    p, q = dict(zip(cells, run["p"])), dict(zip(cells, run["q"]))
    square = 0
    for axis, length in enumerate(lengths):
        v = {x: q[z] - q[x] * p[z] / p[x] for x in cells for z in [x[:axis] + (0,) + x[axis + 1:]]
             if x[axis] == length - 1}
        square += sum(v[x] * v[y] * math.exp(-sum(map(int.__ne__, x, y)) / len(lengths)) for x in v for y in v)
    return square / run["ksd"] ** 2

for target in TARGETS:
    print(f"{' '.join(target):16}{'J':>12}{'Yang':>12}{'ends':>8}{'Barker':>12}{'falls: J':>14}{'Yang':>10}"
          f"{'Barker':>10}")
    runs = exact(target)
    for run in runs:
        keys = ("J", "ksd", "ksd_barker")
        J, yang, barker = (run[key] for key in keys)
        if yang is None: # a cell without mass has no score
            print(f"T = {run['T']:<12}{J:12.5g}{'-':>12}{'-':>8}{barker:12.5g}")
            continue
        fall = [runs[0][key] / run[key] for key in keys]
        print(f"T = {run['T']:<12}{J:12.5g}{yang:12.5g}{ends(run):8.3f}{barker:12.5g}{fall[0]:14.4g}{fall[1]:10.4g}"
              f"{fall[2]:10.4g}")
