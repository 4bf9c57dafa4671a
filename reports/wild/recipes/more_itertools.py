"""more-itertools: random selections."""
import itertools

from wild import alike, kernels, source, weights

source("more-itertools/more-itertools", "2fe1b2e", "more_itertools")
import more_itertools as m
kernel = kernels(law="docstring", true="right", called="as a user", kind="draws")

kernel("random_product", alike(itertools.product("ab", "cde")), draw=lambda: m.random_product("ab", "cde"))
kernel("random_permutation", alike(itertools.permutations("abcd", 3)), draw=lambda: m.random_permutation("abcd", 3))
kernel("random_combination", alike(itertools.combinations("abcde", 3)), draw=lambda: m.random_combination("abcde", 3))
kernel("random_combination_with_replacement", alike(itertools.combinations_with_replacement("abc", 3)),
       draw=lambda: m.random_combination_with_replacement("abc", 3),
       kind="convention",
       true="wrong: selections with repeats are rarer: aaa has 1/27, where each of 10 has 1/10; by hand and draws")
deranged = [p for p in itertools.permutations(range(4)) if all(i != x for i, x in enumerate(p))]
kernel("random_derangement", alike(deranged),
       draw=lambda: m.random_derangement(range(4)))
pairs = [*itertools.permutations(range(4), 2)]
kernel("sample", alike(pairs), draw=lambda: tuple(m.sample(range(4), 2)))
by_weights = {(i, j): (i + 1) / 10 * (j + 1) / (9 - i) for i, j in pairs}
either = {(i, j): by_weights[i, j] + by_weights[j, i] for i, j in pairs}  # in random order
kernel("sample, weights", weights(either), draw=lambda: tuple(m.sample(range(4), 2, weights=[1, 2, 3, 4])))
counted = {(i, j): (2, 1, 3)[i] * ((2, 1, 3)[j] - (i == j)) for i, j in itertools.product(range(3), repeat=2)}
kernel("sample, counts", weights(counted), draw=lambda: tuple(m.sample(range(3), 2, counts=[2, 1, 3])))
