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
flip = lambda p: draw([1 - min(1, max(0, p)), min(1, max(0, p))], "<")
def draw(weights, *compared):
    total = sum(weights)
    if not 0 < total < math.inf:
        sys.exit(f"draw: {len(weights)} weights sum to {total}; use a sum above 0")
    at, possible = len(fell), [i for i, w in enumerate(weights) if w > 0]
    if told is None or at >= len(told):  # a move, or a choice that may fall in any way
        i = random.choices(range(len(weights)), weights)[0]
    else:  # one that is not possible is taken by its number among those that are
        i = told[at] if told[at] in possible else possible[told[at] % len(possible)]
    choices.append([*compared, *(w / total for w in weights)])
    fell.append(i)
    return i

def run(x, outcomes=None):  # a step whose first draws have these outcomes: its choices, their outcomes, and its end
    global told, choices, fell
    told, choices, fell = outcomes, [], []
    return [choices, fell, step(x, grid, logf)]
for line in sys.stdin:
    message, answer = json.loads(line), None
    if "grid" in message:
        grid = message["grid"]
        random.seed(message["seed"])
    elif "logf" in message:
        logf = [-math.inf if v is None else v for v in message["logf"]]
    else:
        if "runs" in message:
            answer = [run(x, outcomes) for x, *outcomes in message["runs"]]
        elif "states" in message:
            answer = [run(x)[2] for x in message["states"]]
        print(json.dumps(answer), flush=True)  # null to any other question
