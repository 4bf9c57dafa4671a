"""J falls as 1/T^2 and B as 1/T, once T is far above the relaxation times of the kernel: so B/J grows as T.

    python3 rates_of_j_and_b.py        # on EASY RANDOM; or --toy barrier, where T is not there yet; or --target g.csv

Metropolis on axes that are lines. The formula is J = |P (1-P)^-1 s|^2 / (T-1)^2, with P the kernel at the target and s
the slope of log f in beta there, less its mean. The control has as many steps, half of them at the target.
"""
import json, math, os, subprocess, sys

TARGET = sys.argv[1:] or ["--toy", "easy"]

def exact(*words):
    program = os.environ.get("BREADBOARD", "breadboard")
    line = [program, "exact", *TARGET, "-T", "1000,10000,100000", *words, "--format", "json"]
    return json.loads(subprocess.run(line, check=True, stdout=subprocess.PIPE).stdout)

def dot(a, b):
    return sum(map(float.__mul__, a, b))

def metropolis(log_f, lengths):
    rows = [[0.0] * len(log_f) for _ in log_f]
    for x in range(len(log_f)):
        stride = len(log_f)
        for length in lengths:
            stride //= length
            for way in (-1, 1):
                y = x + way * stride
                if 0 <= x // stride % length + way < length:
                    rows[x][y] = math.exp(min(0, log_f[y] - log_f[x])) / (2 * len(lengths))
        rows[x][x] = 1 - sum(rows[x])
    return rows

def solve(matrix, right):
    rows = [[*row, value] for row, value in zip(matrix, right)]
    for i in range(len(rows)):
        rows[i] = [value / rows[i][i] for value in rows[i]]
        for k in range(len(rows)):
            if k != i:
                rows[k] = [a - rows[k][i] * b for a, b in zip(rows[k], rows[i])]
    return [row[-1] for row in rows]

even, early = exact(), exact("--schedule", "curve:0:1:1")
p, log_f = even[0]["p"], [float(value) for value in even[0]["log_f"]]
kernel = metropolis(log_f, [int(length) for length in even[0]["grid"].split("x")])
left = [[(x == y) - kernel[x][y] + p[y] for y in range(len(p))] for x in range(len(p))]
lag = solve(left, [value - dot(p, log_f) for value in log_f])
limit = sum(p[x] * dot(kernel[x], lag) ** 2 for x in range(len(p)))
print(f"{' '.join(TARGET):16}{'J':>12}{'B':>12}{'B/J':>8}{'over the formula':>18}{'control: J':>14}{'B':>12}")
for run, other in zip(even, early):
    over = run["J"] * (run["T"] - 1) ** 2 / limit
    control = f"{other['J']:14.5g}" if other["J"] > 1e-12 else f"{'rounding':>14}"
    print(f"T = {run['T']:<12}{run['J']:12.5g}{run['B']:12.5g}{run['b_over_j']:8.4g}{over:18.4g}{control}"
          f"{other['B']:12.5g}")
