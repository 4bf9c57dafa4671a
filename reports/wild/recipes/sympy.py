"""SymPy: random permutations, elements of groups, bit strings and paths of chains."""
import itertools

from wild import alike, installed, kernels

installed("sympy")
from sympy.combinatorics import AlternatingGroup, DihedralGroup, Permutation, graycode
kernel = kernels(law="docstring", true="right", called="as a user", kind="draws")

kernel("Permutation.random", alike(itertools.permutations(range(4))), draw=lambda: tuple(Permutation.random(4)))
for group in (AlternatingGroup(4), DihedralGroup(5)):
    kernel(f"PermutationGroup.random, {group.order()} elements", alike(tuple(g.array_form) for g in group.elements),
           draw=lambda group=group: tuple(group.random().array_form))
kernel("random_bitstring", alike("".join(b) for b in itertools.product("01", repeat=4)),
       draw=lambda: graycode.random_bitstring(4))
