"""A program for breadboard aide --exec 'python3 sir.py 4' --target g.csv; README.md has the protocol."""
import json, math, random, sys

def log_mean(logs):
    top = max(logs)
    return top if math.isinf(top) else top + math.log(sum(math.exp(v - top) for v in logs) / len(logs))

class Program:  # put your own program here: this is sampling importance resampling
    def __init__(self, initial, target, draws):
        self.draws = draws
        top = max(initial)
        self.initial = [math.exp(v - top) for v in initial]
        self.logw = [t - i if t > -math.inf else t for i, t in zip(initial, target)]

    def forward(self):  # the cell that a run returns, and the log weight of the run
        cells = [draw(self.initial) for _ in range(self.draws)]
        logs = [self.logw[x] for x in cells]
        top = max(logs)
        return cells[draw([math.exp(v - top) if top > -math.inf else 1 for v in logs])], log_mean(logs)

    def reverse(self, x):  # the log weight of a run that might have returned x
        return log_mean([self.logw[x]] + [self.logw[draw(self.initial)] for _ in range(self.draws - 1)])
# Draw by these and by nothing else: a number below n, 1 with probability p, i with weights[i] / sum(weights).
pick = lambda n: draw([1] * n)
flip = lambda p: draw([1 - min(1, max(0, p)), min(1, max(0, p))], "<")
def draw(weights, *compared):
    total = sum(weights)
    if not 0 < total < math.inf:
        sys.exit(f"draw: {len(weights)} weights sum to {total}; use a sum above 0")
    at, possible = len(fell), [i for i, w in enumerate(weights) if w > 0]
    if told is None or at >= len(told):  # a choice that may fall in any way
        i = random.choices(range(len(weights)), weights)[0]
    else:  # one that is not possible is taken by its number among those that are
        i = told[at] if told[at] in possible else possible[told[at] % len(possible)]
    choices.append([*compared, *(w / total for w in weights)])
    fell.append(i)
    return i

def run(x=None, outcomes=None):  # a run whose first draws have these outcomes: its choices, their outcomes, and its end
    global told, choices, fell
    told, choices, fell = outcomes, [], []
    x, logw = program.forward() if x is None else (x, program.reverse(x))
    return [choices, fell, [x, logw if math.isfinite(logw) else None]]  # JSON has no infinity
for line in sys.stdin:
    message, answer = json.loads(line), None
    if "seed" in message:
        random.seed(message["seed"])
    elif "initial" in message:
        initial = [-math.inf if v is None else v for v in message["initial"]]
    elif "target" in message:
        target = [-math.inf if v is None else v for v in message["target"]]
        program = Program(initial, target, int(sys.argv[1]))
    else:
        if "runs" in message:
            answer = [run(x, outcomes) for x, *outcomes in message["runs"]]
        elif "forward" in message:
            answer = [run()[2] for _ in range(message["forward"])]
        elif "reverse" in message:
            answer = [run(x)[2][1] for x in message["reverse"]]
        print(json.dumps(answer), flush=True)  # null to any other question
