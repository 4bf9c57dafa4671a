"""From one exact draw x for all reverse runs what they measure is a number of that draw: it is not B, and no bound.

    python3 one_exact_draw.py                        # on BARRIER and draws of EASY and HARD RANDOM
    python3 one_exact_draw.py --target g.csv         # on your own, without walls

Endless reverse runs from x tend to E_rev[log w | x] - E_fwd[log w]. The control is a draw for each run: they tend to B,
the mean over x. The error bar is that of 10,000 runs each way from one draw: it does not see the spread over x.
Metropolis on axes that are lines, 100 levels.
"""
import json, math, os, subprocess, sys

TARGET = sys.argv[1:] or ["--toy", "barrier,easy,hard", "--seed", "300..302"]

def exact(*words):
    program = os.environ.get("BREADBOARD", "breadboard")
    line = [program, "exact", *TARGET, *words, "--format", "json"]
    return json.loads(subprocess.run(line, check=True, stdout=subprocess.PIPE).stdout)

def neighbours(x, lengths):
    near, stride = [], 1
    for length in reversed(lengths):
        place = x // stride % length
        near += [x + way * stride for way in (-1, 1) if 0 <= place + way < length]
        stride *= length
    return near

def reverse_means(run):
    """E_rev[log w | x] for each cell x: the weight at a level, and then what the step of Metropolis leads to."""
    lengths = [int(length) for length in run["grid"].split("x")]
    f, cells = run["log_f"], range(len(run["log_f"]))
    near = [neighbours(x, lengths) for x in cells]
    mean = [0.0 for _ in cells]
    for before, beta in zip(run["betas"], run["betas"][1:]):
        weighed = [(beta - before) * f[x] + mean[x] for x in cells]
        for x in cells:
            taken = [math.exp(min(0, beta * (f[y] - f[x]))) / (2 * len(lengths)) for y in near[x]]
            mean[x] = weighed[x] + sum(share * (weighed[y] - weighed[x]) for share, y in zip(taken, near[x]))
    return mean

print(f"{'target':12}{'J':>9}{'B':>9}{'mean over x':>13}{'spread':>8}{'error bar':>11}{'least':>9}{'below J':>9}")
for run in exact("-T", "100"):
    draws = [mean - run["e_log_w_fwd"] for mean in reverse_means(run)]
    middle = sum(p * draw for p, draw in zip(run["p"], draws))
    spread = sum(p * (draw - middle) ** 2 for p, draw in zip(run["p"], draws))
    bar = math.sqrt((run["log_w_fwd_var"] + run["log_w_rev_var"] - spread) / 10_000)
    below = sum(p for p, draw in zip(run["p"], draws) if draw < run["J"])
    name = f"{run['target']} {run['seed'] or ''}"
    print(f"{name:12}{run['J']:9.4g}{run['B']:9.4g}{middle:13.4g}{math.sqrt(spread):8.3g}{bar:11.3g}{min(draws):9.4g}"
          f"{below:9.1%}")
