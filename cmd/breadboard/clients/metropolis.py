"""A kernel for breadboard validate metropolis.py --target g.csv; README.md has the protocol."""
import json, math, random, sys

def step(x, grid, logf):  # put your own kernel here: the next cell after x, under exp(logf)
    axis, way = pick(len(grid)), 2 * pick(2) - 1
    stride = math.prod(grid[axis + 1:])  # the last axis runs fastest
    if not 0 <= x // stride % grid[axis] + way < grid[axis]:
        return x  # moves off the grid are rejected
    y = x + way * stride
    return y if logf[y] > -math.inf and flip(math.exp(min(0, logf[y] - logf[x]))) else x
# Draw by these and by nothing else: a number below n, 1 with probability p, i with weights[i] / sum(weights).
pick = lambda n: draw([1] * n)
flip = lambda p: draw([1 - min(1, max(0, p)), min(1, max(0, p))])
def draw(weights):
    total = sum(weights)
    if not 0 < total < math.inf:
        sys.exit(f"draw: {len(weights)} weights sum to {total}; use a sum above 0")
    if made is None or len(made) == 1000:
        return random.choices(range(len(weights)), weights)[0]
    made.append((*begin[len(made):len(made) + 1], *(i for i, w in enumerate(weights) if w > 0))[0])
    odds.append([w / total for w in weights])
    return made[-1]

def row(x):  # step, once for each way in which its draws fall: lists of a cell, its probability, that of proposing it
    global begin, made, odds
    left, ways, cells = [()], {}, {}
    while left:
        begin, made, odds = left.pop(), [], []
        y, way = step(x, grid, logf), tuple(made)
        if len(way) == 1000 or len(ways) == 100_000:
            return None
        ways[way] = y, [p[i] for i, p in zip(way, odds)], odds and len(odds[-1]) == 2
        left += [(*way[:k], i) for k in range(len(begin), len(way)) for i, p in enumerate(odds[k]) if i > way[k] and p]
    for way, (y, p, flipped) in ways.items():
        stays = flipped and y != x and (p[-1] == 1 or ways.get((*way[:-1], 1 - way[-1]), [y])[0] == x)
        of = cells.setdefault(y, [y, 0, 0])
        of[1:] = of[1] + math.prod(p), of[2] + (math.prod(p[:-1]) if stays else math.nan)
    return [of[:2 + (of[2] >= 0)] for of in cells.values()]
for line in sys.stdin:
    message, made = json.loads(line), None
    if "grid" in message:
        grid = message["grid"]
        random.seed(message["seed"])
    elif "logf" in message:
        logf = [-math.inf if v is None else v for v in message["logf"]]
    else:
        answer = [step(x, grid, logf) if "states" in message else row(x) for x in [*message.values()][-1]]
        print(json.dumps(None if None in answer else answer), flush=True)
