"""prefsampling: votes, that is rankings, by several cultures."""
import itertools
import math

from wild import alike, kernels, source, weights

source("COMSOC-Community/prefsampling", "9d5ca79a4", "prefsampling")
from prefsampling import approval, ordinal
kernel = kernels(law="docstring", true="right", called="as a user", kind="draws")

rankings, c = [*itertools.permutations(range(4))], (2, 0, 3, 1)


def draw(sampler, *given, voters=1, **named):
    """Return a draw of the vote of one, or of some."""
    def one():
        votes = sampler(voters, *given, **named)
        votes = tuple(tuple(map(int, sorted(v) if isinstance(v, set) else v)) for v in votes)
        return votes[0] if voters == 1 else votes
    return one


def distance(a, b):
    return sum((a.index(i) < a.index(j)) != (b.index(i) < b.index(j)) for i, j in itertools.combinations(range(4), 2))


def peaked(r):
    """Return whether a ranking goes down from its peak along the axis 0, 1, 2, 3."""
    return all(max(r[:k]) - min(r[:k]) == k - 1 for k in range(1, 5))


a = (5, 2, 1, 9)
luce = {r: math.prod(a[x] / sum(a[y] for y in r[i:]) for i, x in enumerate(r)) for r in rankings}
single = [r for r in rankings if peaked(r)]
pairs = [*itertools.product(itertools.permutations(range(3)), repeat=2)]
kernel("impartial", alike(rankings), draw=draw(ordinal.impartial, 4))
kernel("mallows", {r: distance(r, c) * math.log(0.4) for r in rankings},
       draw=draw(ordinal.mallows, 4, 0.4, central_vote=c))
kernel("plackett_luce", weights(luce), draw=draw(ordinal.plackett_luce, 4, a))
kernel("single_peaked_walsh", alike(single), draw=draw(ordinal.single_peaked_walsh, 4))
kernel("single_peaked_conitzer", weights({r: 0.5 ** min(r.index(0), r.index(3)) for r in single}),
       draw=draw(ordinal.single_peaked_conitzer, 4))
kernel("single_peaked_circle", alike(r for r in rankings if all(
    any({(s + i) % 4 for i in range(k)} == {*r[:k]} for s in range(4)) for k in range(1, 5))),
    draw=draw(ordinal.single_peaked_circle, 4))
kernel("urn, 2 voters", weights({(u, v): 1 + (u == v) * 6 * 0.5 for u, v in pairs}),
       draw=draw(ordinal.urn, 3, 0.5, voters=2))
subsets = [s for k in range(5) for s in itertools.combinations(range(4), k)]
kernel("approval.impartial", weights({s: 0.3 ** len(s) * 0.7 ** (4 - len(s)) for s in subsets}),
       draw=draw(approval.impartial, 4, 0.3))
