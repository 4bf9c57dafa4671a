"""Where the kernel does not mix another path gains, and the best schedule of a search on the geometric one falls short.
An error d of log R is only a schedule: the mixture by log R + d is the true one at b r/(1-b+b r) for b, r = exp(-d).

    python3 another_path.py                               # on BARRIER
    python3 another_path.py --toy easy                    # where the chain mixes; or --target g.csv, without walls

The controls are schedules, half of the levels at the target and the best of a search, and another kernel. The levels of
the wrong log R are computed here, by Metropolis on axes that are lines.
"""
import json, math, os, subprocess, sys, tempfile

TARGET = sys.argv[1:] or ["--toy", "barrier"]
LEVELS = 1000
SETTINGS = ["metropolis geometric linear", "metropolis geometric curve:0:1:1", "metropolis geometric best-b"]
SETTINGS += ["metropolis geometric best-j", "metropolis mixture linear", "metropolis mixture best-b"]
SETTINGS += ["metropolis power:0.5 linear", "heat-bath geometric linear", "heat-bath mixture linear"]

def exact(*words):
    program = os.environ.get("BREADBOARD", "breadboard")
    line = [program, "exact", *TARGET, "-T", str(LEVELS), *words, "--format", "json"]
    return json.loads(subprocess.run(line, check=True, stdout=subprocess.PIPE).stdout)[0]

def show(name, J, B, digits=5):
    shown = f"{J:.{digits}g}" if J > 1e-12 else "rounding"
    print(f"{name:46}{shown:>12}{B:12.{digits}g}")

def push(law, f, lengths):
    ratio, after, stride = [a / b for a, b in zip(law, f)], law[:], 1
    for length in reversed(lengths):
        for x in range(len(law)):
            if x // stride % length < length - 1:
                flow = min(f[x], f[x + stride]) * (ratio[x] - ratio[x + stride]) / (2 * len(lengths))
                after[x] -= flow
                after[x + stride] += flow
        stride *= length
    return after

def with_wrong_log_r(d, p, lengths):
    betas = [step / (LEVELS - 1) for step in range(LEVELS)]
    levels = [[(1 - b) / len(p) + b * math.exp(-d) * mass for mass in p] for b in betas]
    q, back, B = levels[0], p, 0
    for before, f in zip(levels, levels[1:]):
        B -= sum(mass * math.log(new / old) for mass, new, old in zip(q, f, before))
        q = push(q, f, lengths)
    for before, f in zip(levels[-2::-1], levels[::-1]):
        back = push(back, f, lengths)
        B += sum(mass * math.log(new / old) for mass, new, old in zip(back, f, before))
    show(f"mixture, log R off by {d}: computed here", sum((a - b) * math.log(a / b) for a, b in zip(q, p)), B)
    with tempfile.NamedTemporaryFile("w", suffix=".txt") as file:
        print(*(b * math.exp(-d) / (1 - b + b * math.exp(-d)) for b in betas), sep="\n", file=file, flush=True)
        run = exact("--bridge", "mixture", "--schedule", "file:" + file.name)
    show("the true mixture at the betas of that", run["J"], run["B"])

print(f"{' '.join(TARGET):46}{'J':>12}{'B':>12}")
for words in SETTINGS:
    kernel, bridge, schedule = words.split()
    run = exact("--kernel", kernel, "--bridge", bridge, "--schedule", schedule)
    show(words, run["J"], run["B"], 3 if "best" in schedule else 5)
for d in (-3, 3):
    with_wrong_log_r(d, run["p"], [int(length) for length in run["grid"].split("x")])
