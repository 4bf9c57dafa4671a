"""A program for breadboard aide --exec 'python3 sir.py 16' --toy barrier; README.md has the protocol."""
import itertools, json, math, random, sys

def log_mean(logs):
    top = max(logs)
    if math.isinf(top):
        return top
    return top + math.log(sum(math.exp(v - top) for v in logs) / len(logs))

class Program:  # put your own program here: this is sampling importance resampling
    def __init__(self, initial, target, draws):
        self.draws = draws
        top = max(initial)
        self.sums = list(itertools.accumulate(math.exp(v - top) for v in initial))
        self.logw = [t - i if t > -math.inf else t for i, t in zip(initial, target)]

    def draw(self, n):  # cells from the initial law
        return random.choices(range(len(self.sums)), cum_weights=self.sums, k=n)

    def forward(self):  # the cell that a run returns, and the log weight of the run
        cells = self.draw(self.draws)
        logs = [self.logw[x] for x in cells]
        weights = [math.exp(v - max(logs)) if max(logs) > -math.inf else 1 for v in logs]
        return random.choices(cells, weights)[0], log_mean(logs)

    def reverse(self, x):  # the log weight of a run that might have returned x
        return log_mean([self.logw[x]] + [self.logw[y] for y in self.draw(self.draws - 1)])

def number(v, null):  # JSON has no infinity: null stands for one of them, and the other is no log weight
    if v == null:
        return None
    if not math.isfinite(v):
        sys.exit(f"sir.py: a log weight of {v}; a finite number or {null} would do")
    return v

for line in sys.stdin:
    told = json.loads(line)
    if "seed" in told:
        random.seed(told["seed"])
    elif "initial" in told:
        initial = [-math.inf if v is None else v for v in told["initial"]]
    elif "target" in told:
        target = [-math.inf if v is None else v for v in told["target"]]
        program = Program(initial, target, int(sys.argv[1]))
    elif "forward" in told:
        runs = [program.forward() for _ in range(told["forward"])]
        print(json.dumps([[x, number(w, -math.inf)] for x, w in runs]), flush=True)
    else:
        print(json.dumps([number(program.reverse(x), math.inf) for x in told["reverse"]]), flush=True)
