"""GraphEmbedding: the walk of node2vec by rejection. Argument: the checkout."""
import collections
import random
import sys

import networkx as nx
import numpy as np
from measure import distance, load, package

package("ge", sys.argv[1] + "/ge")  # its __init__ needs TensorFlow and gensim
CURES = [("second_upper_bound / nbrs_num", "(inv_p - second_upper_bound) * nbrs_num"),
         ("(prob + shatter >=", "(shatter > 0 and prob + shatter >="),
         ("inv_p, inv_q, len(cur_nbrs))", "inv_p, inv_q, self.G[cur][walk[-2]].get('weight', 1.0) / sum(\n"
          "self.G[cur][x].get('weight', 1.0) for x in cur_nbrs) if self.G.has_edge(cur, walk[-2]) else 0)"),
         ("_prob = 1.0 if", "_prob = inv_p if next_node == prev else 1.0 if")]
as_it_is, cured = (load(sys.argv[1] + "/ge/walker.py", "ge.walker", *cures) for cures in ([], CURES))


def seen(module, G, p, q, previous, current, n, reject=True):
    random.seed(1)
    np.random.seed(1)
    w = module.RandomWalker(G, p=p, q=q, use_rejection_sampling=reject)
    w.preprocess_transition_probs()
    w.alias_nodes[previous] = [0] * len(G[previous]), [[*G[previous]].index(current)] * len(G[previous])
    return collections.Counter((w.node2vec_walk2 if reject else w.node2vec_walk)(3, previous)[2] for _ in range(n))


def law(G, p, q, previous, current):
    by = {x: p if x == previous else 1 if G.has_edge(x, previous) else q for x in G[current]}
    of = {x: e.get("weight", 1) / by[x] for x, e in G[current].items()}
    return {x: v / sum(of.values()) for x, v in of.items()}


star, directed = nx.star_graph(4), nx.DiGraph([(0, 1), (1, 2), (1, 3)])
loop = nx.Graph([(0, 1), (1, 2), (1, 3), (0, 2)])
ways = (as_it_is, False), (as_it_is, True), (cured, True)
for G, at, p, q in ((star, (1, 0), .01, 1), (star, (1, 0), .1, 1), (star, (1, 0), .9, 1), (loop, (0, 1), 2, .5),
                    (loop, (0, 1), .25, 4), (directed, (0, 1), .25, 1)):
    back = [seen(m, G, p, q, *at, 40000, reject)[at[0]] / 40000 for m, reject in ways]
    print(f"{G.edges}, p {p}, q {q}: back {law(G, p, q, *at).get(at[0], 0):.4f}; alias, rejection, cured:", back)
weighted, plain, worst = nx.Graph(), nx.Graph(), [0, 0]
weighted.add_weighted_edges_from([(0, 1, 2.), (1, 2, 1.), (1, 3, 5.), (0, 2, 1.), (1, 4, .5)])
plain.add_edges_from(weighted.edges)
for G in weighted, plain:
    for p in .1, .25, .5, 2, 4:
        for q in .25, .5, 1, 2, 4:
            tv = [float(distance(seen(m, G, p, q, 0, 1, 6000), law(G, p, q, 0, 1))) for m in (as_it_is, cured)]
            worst = [*map(max, worst, tv)]
print("the largest total variation of 50 cases, as it is and cured:", worst)
