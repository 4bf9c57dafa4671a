"""A kernel for breadboard validate --exec 'python3 metropolis.py' --target g.csv; README.md has the protocol."""
import json, math, random, sys

def step(x, grid, logf):  # put your own kernel here: the next cell after x, under exp(logf)
    axis, way = random.randrange(len(grid)), random.choice((-1, 1))
    stride = math.prod(grid[axis + 1:])  # the last axis runs fastest
    if not 0 <= x // stride % grid[axis] + way < grid[axis]:
        return x  # moves off the grid are rejected
    y = x + way * stride
    return y if random.random() < math.exp(min(0, logf[y] - logf[x])) else x

def row(x, grid, logf):  # your kernel's probabilities, if you know them: pairs of a cell and that of going there from x
    moves = {x: 1.0}
    for axis, length in enumerate(grid):
        stride = math.prod(grid[axis + 1:])
        for way in (-1, 1):
            y = x + way * stride
            if 0 <= x // stride % length + way < length and logf[y] > -math.inf:
                moves[y] = math.exp(min(0, logf[y] - logf[x])) / (2 * len(grid))
                moves[x] -= moves[y]
    return list(moves.items())

for line in sys.stdin:
    message = json.loads(line)
    if "grid" in message:
        grid = message["grid"]
        random.seed(message["seed"])
    elif "logf" in message:
        logf = [-math.inf if v is None else v for v in message["logf"]]
    elif "rows" in message:  # a client without rows leaves this out, and makes moves alone
        print(json.dumps([row(x, grid, logf) for x in message["rows"]]), flush=True)
    else:
        print(json.dumps([step(x, grid, logf) for x in message["states"]]), flush=True)
