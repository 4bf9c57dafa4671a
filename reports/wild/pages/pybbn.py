"""py-bbn: logic sampling with evidence. Argument: the checkout."""
import sys
from collections import Counter
from itertools import product

from measure import distance, load, mean

sys.path.insert(0, sys.argv[1])
from pybbn.graph.dag import Bbn
from pybbn.graph.edge import Edge, EdgeType
from pybbn.graph.node import BbnNode
from pybbn.graph.variable import Variable
from pybbn.sampling import sampling as as_it_is
cured = load(as_it_is.__file__, "pybbn.sampling.cured", ("if len(sample) == n:", "else:"))
A, B, C = [.5, .5], [[.5, .5], [.4, .6]], [[.7, .3], [.2, .8]]  # the documentation's
a, b, c = (BbnNode(Variable(i, name, ["on", "off"]), table) for i, (name, table) in enumerate(
    [("a", A), ("b", sum(B, [])), ("c", sum(C, []))]))
net = Bbn().add_node(a).add_node(b).add_node(c)
net.add_edge(Edge(a, b, EdgeType.DIRECTED)).add_edge(Edge(b, c, EdgeType.DIRECTED))
values = {"on": 0, "off": 1}
for evidence in {0: "on"}, {2: "on"}, {1: "off", 2: "on"}:
    law = {s: A[s[0]] * B[s[0]][s[1]] * C[s[1]][s[2]] if all(s[i] == values[v] for i, v in evidence.items()) else 0
           for s in product((0, 1), repeat=3)}
    law = {s: p / sum(law.values()) for s, p in law.items()}
    print(f"{evidence}: a is on with {sum(p for s, p in law.items() if s[0] == 0):.4f}, b with",
          f"{sum(p for s, p in law.items() if s[1] == 0):.4f}")
    for how, module in ("as it is", as_it_is), ("cured", cured):
        samples = module.LogicSampler(net).get_samples(evidence, 40000, seed=1)
        samples = [tuple(values[s[i]] for i in range(3)) for s in samples]
        print(f"  {how}: a {mean([s[0] == 0 for s in samples])}, b {mean([s[1] == 0 for s in samples])},",
              f"TV {distance(Counter(samples), law)}")
