"""Biopython: random trees, and columns of an alignment drawn again."""
import itertools
import math

from wild import installed, kernels, weights

installed("Bio")
from Bio.Align import MultipleSeqAlignment
from Bio.Nexus.Trees import Tree as NexusTree
from Bio.Phylo import BaseTree, Consensus
from Bio.Seq import Seq
from Bio.SeqRecord import SeqRecord
kernel = kernels(law="the kernel's own: leaves are split one by one", true="right", called="as a user", kind="draws")


def histories(clades):
    """Return all orders in which two of some clades are joined, as the clades that come about."""
    if len(clades) == 1:
        return [()]
    return [(a + b, *rest) for a, b in itertools.combinations(clades, 2)
            for rest in histories([c for c in clades if c not in (a, b)] + [a + b])]


yule = {}
for h in histories(["a", "b", "c", "d"]):
    t = tuple(sorted("".join(sorted(c)) for c in h))
    yule[t] = yule.get(t, 0) + 1


def randomized():
    tree = BaseTree.Tree.randomized([*"abcd"])
    return tuple(sorted("".join(sorted(x.name for x in c.get_terminals())) for c in tree.get_nonterminals()))


def nexus():
    tree = NexusTree()
    tree.randomize(taxon_list=[*"abcd"])
    inside = [n for n in tree.all_ids() if not tree.is_terminal(n)]
    return tuple(sorted("".join(sorted(tree.get_taxa(n))) for n in inside))


kernel("Phylo.BaseTree.Tree.randomized", weights(yule), draw=randomized)
kernel("Nexus.Trees.Tree.randomize", weights(yule), draw=nexus)
msa = MultipleSeqAlignment([SeqRecord(Seq(s), id=s) for s in ("ACAA", "GGTG")])
odds = {"AG": 2 / 4, "CG": 1 / 4, "AT": 1 / 4}
kernel("Phylo.Consensus.bootstrap", law="docstring: bootstrap replicates of the columns", logf=weights({
    c: math.prod(odds[x] for x in c) for c in itertools.product(odds, repeat=4)}),
    draw=lambda: tuple("".join(x) for x in zip(*(str(r.seq) for r in next(Consensus.bootstrap(msa, 1))))))
