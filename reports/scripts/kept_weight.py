"""The AIDE paper's filter weighs its kept particle by the state at step t, where that at t-1 is meant. By the optimal
proposal AIDE then expects another number, below the divergence on the paper's model. One particle has it exactly.

    python3 kept_weight.py                    # the paper's hidden Markov model
    python3 kept_weight.py model.json         # your own: initial, transition, emission, observations from 1

The control is the same sum with the right index: it is what the program says of the right filter.
"""
import json, math, os, subprocess, sys

MODEL = sys.argv[1] if len(sys.argv) > 1 else os.path.join(os.path.dirname(__file__), "../aide/hmm-model.json")

def aide(program_spec):
    line = [os.environ.get("BREADBOARD", "breadboard"), "aide", "--hmm", MODEL, "--program", program_spec]
    done = subprocess.run([*line, "--runs", "2", "--format", "json"], check=True, stdout=subprocess.PIPE)
    return json.loads(done.stdout)[0]

def smooth(model):
    """log p(y), and the law of the state at each step given all observations."""
    move, states = model["transition"], range(len(model["initial"]))
    seen = [[row[symbol - 1] for row in model["emission"]] for symbol in model["observations"]]
    forward, log_p = [], 0
    for t, likelihood in enumerate(seen):
        law = model["initial"] if t == 0 else [sum(forward[-1][x] * move[x][y] for x in states) for y in states]
        joint = [a * b for a, b in zip(law, likelihood)]
        log_p += math.log(sum(joint))
        forward.append([value / sum(joint) for value in joint])
    laws, later = [], [1.0 for _ in states]
    for t in reversed(range(len(seen))):
        joint = [a * b for a, b in zip(forward[t], later)]
        laws.insert(0, [value / sum(joint) for value in joint])
        later = [sum(move[x][y] * seen[t][y] * later[y] for y in states) for x in states]
        later = [value / sum(later) for value in later]
    return log_p, laws, seen

with open(MODEL) as file:
    model = json.load(file)
log_p, laws, seen = smooth(model)
truth = aide("smc-data:1:proposal=optimal")
forward = log_p - truth["kl_program_gold"]
first = math.log(sum(a * b for a, b in zip(model["initial"], seen[0])))
print(f"log p(y) {log_p:.5g}; the program: {truth['expected']:.5g}, of which KL(filter, posterior) is "
      f"{truth['kl_program_gold']:.5g}")
for name, shift in (("by the state at t-1, as meant", 1), ("by the state at t, as published", 0)):
    reverse = first
    for t in range(1, len(seen)):
        for law, row in zip(laws[t - shift], model["transition"]):
            reverse += law * math.log(sum(a * b for a, b in zip(row, seen[t])))
    print(f"{name:34}AIDE expects {reverse - forward:.5g}")
