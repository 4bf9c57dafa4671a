"""DendroPy: draws of discrete laws, and coalescent trees."""
import bisect
import math
import sys

from wild import kernels, source, weights

sys.path.insert(0, str(source("jeetsukumaran/DendroPy", "75bc2aea3", "src") / "src"))
import dendropy
from dendropy.calculate import probability
from dendropy.simulate import treesim
kernel = kernels(law="docstring", true="right", called="as a user", kind="draws")

w = (2, 3, 1, 4)
kernel("weighted_index_choice", weights(dict(enumerate(w))), draw=lambda: probability.weighted_index_choice(w))
kernel("weighted_choice", weights(dict(zip("abcd", w))), draw=lambda: probability.weighted_choice("abcd", w))
kernel("sample_multinomial", weights(dict(enumerate(w))),
       draw=lambda: probability.sample_multinomial([x / 10 for x in w]))
kernel("binomial_rv", weights({k: math.comb(4, k) * 0.3**k * 0.7**(4 - k) for k in range(5)}),
       draw=lambda: probability.binomial_rv(4, 0.3))
taxa = dendropy.TaxonNamespace([*"ABCD"])


def topology(tree):
    return tuple(sorted("".join(sorted(leaf.taxon.label for leaf in node.leaf_iter()))
                        for node in tree.preorder_internal_node_iter(exclude_seed_node=True)))


tops = {}
for pair in ("AB", "AC", "AD", "BC", "BD", "CD"):
    rest = [x for x in "ABCD" if x not in pair]
    for third in rest:  # a caterpillar: the pair, then a third one
        tops[tuple(sorted((pair, "".join(sorted(pair + third)))))] = 1
    tops[tuple(sorted((pair, "".join(rest))))] = 2  # either pair may be the first
kernel("pure_kingman_tree", weights(tops), draw=lambda: topology(treesim.pure_kingman_tree(taxa, 1)))
kernel("birth_death_tree", weights(tops),
       draw=lambda: topology(treesim.birth_death_tree(1, 0, num_extant_tips=4, taxon_namespace=taxa)))
kernel("uniform_pure_birth_tree, shapes", weights({1: 1, 2: 2}),  # of the larger part below the root: pairs, or three
       draw=lambda: max(len(sides) for sides in topology(treesim.uniform_pure_birth_tree(taxa))) - 1)
one = dendropy.TaxonNamespace(["A"])
edges, until = [0.1, 0.3, 0.7], lambda t: 1 - math.exp(-2 * t)
kernel("uniform_pure_birth_tree, lengths", weights({i: until(b) - until(a) for i, (a, b) in enumerate(
    zip([0, *edges], [*edges, math.inf]))}), true="wrong: pages/dendropy.md",
    draw=lambda: bisect.bisect(edges, treesim.uniform_pure_birth_tree(one, birth_rate=2).seed_node.edge.length))
poisson = {k: math.exp(-2) * 2**k / math.factorial(k) for k in range(5)}
poisson[5] = 1 - sum(poisson.values())
kernel("poisson_rv", weights(poisson), law="the kernel's own: the mean is rate, where its docstring has 1/rate",
       draw=lambda: min(5, probability.poisson_rv(2)))
kernel("num_poisson_events", weights(poisson), true="wrong: pages/dendropy.md",
       draw=lambda: min(5, probability.num_poisson_events(2, 1)))
