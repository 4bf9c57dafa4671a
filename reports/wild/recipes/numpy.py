"""NumPy: choices, permutations and counts of its generators."""
import itertools
import math

from wild import alike, installed, kernels, weights
kernel = kernels(law="documentation", true="right", called="as a user", kind="draws")

np = installed("numpy")
rng = np.random.default_rng(5)
p = [0.1, 0.2, 0.3, 0.4]
orders = [*itertools.permutations(range(4))]
without = {s: p[s[0]] * p[s[1]] / (1 - p[s[0]]) for s in itertools.permutations(range(4), 2)}


def ints(x):
    return tuple(map(int, np.ravel(x)))


kernel("Generator.choice, p", weights({s: p[s[0]] * p[s[1]] for s in itertools.product(range(4), repeat=2)}),
       draw=lambda: ints(rng.choice(4, 2, p=p)))
kernel("Generator.choice, p, replace=False", weights(without), draw=lambda: ints(rng.choice(4, 2, replace=False, p=p)))
kernel("Generator.choice, shuffle=False", alike(itertools.combinations(range(5), 3)),
       draw=lambda: tuple(sorted(ints(rng.choice(5, 3, replace=False, shuffle=False)))))
kernel("Generator.permutation", alike(orders), lambda s: ints(rng.permutation(np.array(s))))
kernel("Generator.permuted", alike(orders), lambda s: ints(rng.permuted(np.array(s))))
counts = [c for c in itertools.product(range(4), repeat=3) if sum(c) == 3]
kernel("Generator.multinomial", weights({c: math.prod(q ** k / math.factorial(k) for q, k in zip((0.2, 0.3, 0.5), c))
                                         for c in counts}), draw=lambda: ints(rng.multinomial(3, [0.2, 0.3, 0.5])))
for method in ("marginals", "count"):
    kernel(f"Generator.multivariate_hypergeometric, {method}", weights({
        c: math.prod(map(math.comb, (2, 3, 4), c)) for c in counts}),
        draw=lambda method=method: ints(rng.multivariate_hypergeometric([2, 3, 4], 3, method=method)))
