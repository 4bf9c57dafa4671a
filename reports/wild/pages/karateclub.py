"""karateclub: the second-order walks of Node2Vec. Argument: the checkout. Node2Vec.fit walks on the graph that
_check_graph returns; gensim, which fits vectors to the walks, is not needed."""
import sys
import warnings
from collections import Counter

import networkx as nx
import numpy as np
from measure import distance, load, package

package("karateclub", sys.argv[1] + "/karateclub")
package("karateclub.utils", sys.argv[1] + "/karateclub/utils")
warnings.simplefilter("ignore")  # loops are added, and it says so
from karateclub.estimator import Estimator
from karateclub.utils import walker as as_it_is
near = "np.isin(current_node_neighbors, previous_node_neighbors)"
floats = load(as_it_is.__file__, "floats", ("np.array([*weights])", "np.array([*weights], dtype=float)"))
cured = load(as_it_is.__file__, "cured", ("np.array([*weights])", "np.array([*weights], dtype=float)"), (
    near, near + " & (current_node_neighbors != previous_node)"))
square, arcs = nx.Graph([(0, 1), (1, 2), (2, 3), (3, 0)]), nx.DiGraph()
arcs.add_weighted_edges_from([(0, 1, 4), (1, 0, 3), (1, 2, 3), (0, 2, 2), (2, 0, 3), (1, 3, 3), (3, 0, 3)])
loops = nx.DiGraph(arcs)
loops.add_weighted_edges_from((v, v, 2) for v in arcs)
for name, G, p, q in ("square", square, 8, 1), ("square, checked", Estimator()._check_graph(square), 8, 1), (
        "arcs", arcs, 2, 2), ("arcs with loops", Estimator()._check_graph(loops), 4, 2):
    law = {x: G[1][x].get("weight", 1) * (1 / p if x == 0 else 1 if x in G[0] else 1 / q) for x in G[1]}
    law = {x: w / sum(law.values()) for x, w in law.items()}
    print(f"{name}, p={p}, q={q}, after 0 and 1:", {x: round(law[x], 3) for x in sorted(law)})
    for how, module in ("as it is", as_it_is), ("with floats", floats), ("cured", cured):
        np.random.seed(2)
        w = module.BiasedRandomWalker(3, 0, p, q)
        w.do_walks(G)
        seen = Counter(int(c) for _, b, c in (w.do_walk(0) for _ in range(40000)) if b == "1")
        print(f"  {how}:", {x: round(seen[x] / seen.total(), 3) for x in sorted(law)}, f"TV {distance(seen, law)}")
