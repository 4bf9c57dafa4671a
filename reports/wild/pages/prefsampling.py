"""prefsampling: single_crossing_impartial with a seed. Argument: the checkout."""
import random
import sys
from collections import Counter

from measure import distance, load

sys.path.insert(0, sys.argv[1])
from prefsampling.combinatorics import all_anonymous_profiles, all_non_isomorphic_profiles
from prefsampling.ordinal import singlecrossing as as_it_is
cured = load(as_it_is.__file__, "prefsampling.ordinal.cured", (
    "top_node = SingleCrossingNode(top_vote, seed=seed)", "seed = np.random.default_rng(seed)\n"
    "    top_node = SingleCrossingNode(top_vote, seed=seed)"))
random.seed(1)
for voters, candidates in (2, 3), (3, 3), (3, 4):
    law = as_it_is.impartial_theoretical_distribution(voters, candidates)
    law = {tuple(map(tuple, profile)): p for profile, p in law.items()}
    print(f"{voters} voters, {candidates} candidates: {len(law)} profiles")
    for how, module, seeded in ("without a seed", as_it_is, False), ("with seeds", as_it_is, True), (
            "with seeds, cured", cured, True):
        seen = Counter(tuple(map(tuple, module.single_crossing_impartial(
            voters, candidates, seed=random.getrandbits(64) if seeded else None))) for _ in range(20000))
        print(f"  {how}: {len(seen)}, TV {distance(seen, law)}", f"most often {max(seen.values()) / 20000:.4f}")
