"""Kernels for --exec with faults that people put into samplers: python3 broken.py FAULT; without one it is right."""
import json, math, random, sys

fault = sys.argv[1] if len(sys.argv) > 1 else ""

def neighbours(x):  # None is a move off the grid
    stride = 1
    for n in reversed(grid):
        for way in -1, 1:
            yield x + way * stride if 0 <= x // stride % n + way < n else None
        stride *= n

def step(x):
    y = None
    while y is None:  # a kernel that is right decides at once
        y = decided(x)
    return y

def decided(x):
    stays = None if fault == "until accepted" else x
    to = list(neighbours(x))
    if fault == "no Hastings ratio at edges":
        to = [y for y in to if y is not None]
    if fault == "right edge forgotten" and x % grid[-1] == grid[-1] - 1:
        to[1] = (x + 1) % len(logf)
    y = random.choice(to)
    if fault == "lopsided proposal":
        y = random.choices(to, [1 + i % 2 for i in range(len(to))])[0]
    if y is None:
        return stays
    odds = logf[y] - logf[x]
    if fault == "acceptance inverted":
        odds = -odds
    if fault == "wrong temperature":
        odds *= 0.5
    if fault == "moves against the odds dropped" and odds < -1:
        return x
    if fault == "prior for posterior":
        odds = 0
    if random.random() < math.exp(min(0, odds)):
        return y
    return stays

for line in sys.stdin:
    told = json.loads(line)
    if "grid" in told:
        grid = told["grid"]
        random.seed(told["seed"])
    elif "logf" in told:
        new = [-math.inf if v is None else v for v in told["logf"]]
        logf = last if fault == "data before" and "last" in globals() else new
        last = new
    else:
        print(json.dumps([step(x) for x in told["states"]]), flush=True)
