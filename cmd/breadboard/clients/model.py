"""A model for breadboard geweke --prior prior.csv --model 'python3 model.py'; README.md has the protocol."""
import json, math, random, sys

NOISE, OBSERVATIONS = 1.0, 4

def mean(x, grid):  # what a cell stands for; here a mean, from -2 to 2 along the last axis
    return -2 + 4 * (x % grid[-1]) / (grid[-1] - 1)

def simulate(x, grid):  # put your own model here: data from p(y | x)
    return [random.gauss(mean(x, grid), NOISE) for _ in range(OBSERVATIONS)]

def loglik(x, y, grid):  # log p(y | x) of these data, up to a constant that is the same for all cells
    return -sum((v - mean(x, grid)) ** 2 for v in y) / (2 * NOISE ** 2)

for line in sys.stdin:
    told = json.loads(line)
    if "grid" in told:
        grid = told["grid"]
        random.seed(told["seed"])
    elif "simulate" in told:
        print(json.dumps(simulate(told["simulate"], grid)), flush=True)
    else:
        values = [loglik(x, told["loglik"], grid) for x in range(math.prod(grid))]
        print(json.dumps([v if v > -math.inf else None for v in values]), flush=True)
