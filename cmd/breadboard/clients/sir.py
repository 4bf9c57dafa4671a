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

def ways(run):  # run, once for each way in which its draws fall: lists of what it returns and a probability; or a text
    global begin, made, odds
    left, found, count = [()], {}, 0
    while left:
        begin, made, odds = left.pop(), [], []
        end, count = run(), count + 1
        size = math.prod(sum(p > 0 for p in of) for of in odds) if count == 1 else count + len(left)
        if len(made) == 1000:
            return "a run has 1,000 draws or more"
        if size > 100_000:
            return f"its runs have some 10^{math.log10(size):.1f} ways, and 100,000 can be followed: with " \
                f"{500 / math.log10(size):.2g}% of its draws it would be exact"
        for k in range(len(begin), len(made)):
            left += [(*made[:k], i) for i, p in enumerate(odds[k]) if i > made[k] and p > 0]
        found[end] = found.get(end, 0) + math.prod(of[i] for i, of in zip(made, odds))
    return [[*end, p] for end, p in found.items()]
def forward():
    x, w = program.forward()
    return x, number(w, -math.inf)
def reverse(x):
    return number(program.reverse(x), math.inf),
def number(v, none):  # JSON has no infinity: null is the one that is allowed, and any other ends the client
    return None if v == none else v

for line in sys.stdin:
    message, made, answer = json.loads(line), None, None
    if "seed" in message:
        random.seed(message["seed"])
    elif "initial" in message:
        initial = [-math.inf if v is None else v for v in message["initial"]]
    elif "target" in message:
        target = [-math.inf if v is None else v for v in message["target"]]
        program = Program(initial, target, int(sys.argv[1]))
    elif "forward" in message:
        answer = [forward() for _ in range(message["forward"])]
    elif "reverse" in message:
        answer = [reverse(x)[0] for x in message["reverse"]]
    elif message["ways"] == "forward":
        answer = ways(forward)
    else:
        answer = [ways(lambda: reverse(x)) for x in message["ways"]]
        answer = next((told for told in answer if type(told) is str), answer)
    if answer is not None:
        print(json.dumps(answer), flush=True)
