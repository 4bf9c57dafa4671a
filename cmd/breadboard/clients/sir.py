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

    def draw(self, n):  # cells from the initial distribution
        return random.choices(range(len(self.sums)), cum_weights=self.sums, k=n)

    def forward(self):  # the cell that a run returns, and the log weight of the run
        cells = self.draw(self.draws)
        logs = [self.logw[x] for x in cells]
        weights = [math.exp(v - max(logs)) if max(logs) > -math.inf else 1 for v in logs]
        return random.choices(cells, weights)[0], log_mean(logs)

    def reverse(self, x):  # the log weight of a run that might have returned x
        return log_mean([self.logw[x]] + [self.logw[y] for y in self.draw(self.draws - 1)])

def number(v, none):  # JSON has no infinity: null is the one that is allowed, and any other ends the client
    return None if v == none else v

for line in sys.stdin:
    message = json.loads(line)
    if "seed" in message:
        random.seed(message["seed"])
    elif "initial" in message:
        initial = [-math.inf if v is None else v for v in message["initial"]]
    elif "target" in message:
        target = [-math.inf if v is None else v for v in message["target"]]
        program = Program(initial, target, int(sys.argv[1]))
    elif "forward" in message:
        runs = [program.forward() for _ in range(message["forward"])]
        print(json.dumps([[x, number(w, -math.inf)] for x, w in runs]), flush=True)
    else:
        print(json.dumps([number(program.reverse(x), math.inf) for x in message["reverse"]]), flush=True)
