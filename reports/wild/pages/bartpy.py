"""bartpy: mutations of trees. Argument: the checkout."""
import math
import sys

import numpy as np
from measure import load, mean

sys.path.insert(0, sys.argv[1])
from bartpy.data import Data
from bartpy.model import Model
from bartpy.node import LeafNode
from bartpy.samplers.unconstrainedtree import treemutation as as_it_is
from bartpy.sigma import Sigma
from bartpy.sklearnmodel import SklearnModel
from bartpy.split import Split
from bartpy.tree import Tree

from bartpy.samplers.unconstrainedtree import likihoodratio
cured = load(as_it_is.__file__, "bartpy.samplers.unconstrainedtree.cured",
             ("if self._scalar_sampler.sample() < ratio:", "if np.log(self._scalar_sampler.sample()) < ratio:"),
             ("from typing import Optional\n", "from typing import Optional\nimport numpy as np\n"))
counted = load(likihoodratio.__file__, "bartpy.samplers.unconstrainedtree.counted",
               ("if n_splittable_leaf_nodes(tree) == 1:", "if False:"),
               ("np.log(n_splittable_leaf_nodes(tree) - 1)", "np.log(n_splittable_leaf_nodes(tree) + 1 - sum("
                "x.is_splittable() for x in (mutation.existing_node.left_child, mutation.existing_node.right_child)))"))
WAYS = {"as it is": (as_it_is, likihoodratio), "line 41 cured": (cured, likihoodratio), "both cured": (cured, counted)}
np.seterr(invalid="ignore")


def started(step):
    """Return a model and its tree, a leaf, for four points of two values, of which the second is step higher."""
    data = Data(np.array([[0.], [0], [1], [1]]), np.array([0, 0.1, step, step + 0.1]), normalize=False)
    sigma = Sigma(1, 1, 1)
    sigma.set_value(0.5)
    tree = Tree([LeafNode(Split(data))])
    return Model(data, sigma, trees=[tree], alpha=0.5, beta=1, k=0.5), tree  # sigma_m is 1, and so its square


def marginal(y):
    """Return log p(y) of a leaf: its mean is N(0, 1), and its points have the variance 0.25."""
    C = 0.25 * np.eye(len(y)) + 1
    return -(np.linalg.slogdet(2 * np.pi * C)[1] + y @ np.linalg.solve(C, y)) / 2


for step in 0.8, 1.2, 1.4:
    model, tree = started(step)
    y = model.data.y.values
    prior = 0.5 * 0.75 ** 2 / 0.5  # split with 0.5, and at depth 1 not with 0.75 each, as the code has it
    odds = prior * math.exp(marginal(y[:2]) + marginal(y[2:]) - marginal(y))
    print(f"step {step}: grown over not {odds:.3f}; so a growth is accepted with {min(1, odds):.3f}, a pruning with "
          f"{min(1, 1 / odds):.3f}, and {odds / (1 + odds):.3f} of the trees are grown")
    for how, (module, ratios) in WAYS.items():
        np.random.seed(1)
        model, tree = started(step)
        sampler = module.get_tree_sampler(0.5, 0.5)
        sampler.likihood_ratio = ratios.UniformTreeMutationLikihoodRatio([0.5, 0.5])
        first = [sampler.sample(model, tree) is not None for _ in range(6000)]
        grown = []
        for _ in range(6000):
            sampler.step(model, tree)
            grown.append(len(tree.nodes) > 1)
        print(f"  {how}: from the leaf {np.mean(first):.3f} are accepted; in the long run {mean(grown)} are grown")
x = np.random.RandomState(1).uniform(size=(200, 1))
y = np.sin(6 * x[:, 0]) + np.random.RandomState(2).normal(size=200) / 4
for how, (module, _) in [*WAYS.items()][:2]:
    np.random.seed(1)
    sampler, log = module.get_tree_sampler(0.5, 0.5), []
    ratio, sample = sampler.likihood_ratio.log_probability_ratio, sampler.sample
    sampler.likihood_ratio.log_probability_ratio = lambda *given: log.append([ratio(*given)]) or log[-1][0]
    sampler.sample = lambda *given: (lambda m: log[-1].append(m is not None) or m)(sample(*given))
    SklearnModel(n_trees=10, n_chains=1, n_samples=50, n_burn=50, tree_sampler=sampler, n_jobs=1).fit(x, y)
    asked, seen = zip(*log)
    print(f"  SklearnModel, {how}: {np.mean(seen):.3f} of {len(seen)} are accepted, where its own ratios ask for "
          f"{np.mean(np.exp(np.minimum(0, np.nan_to_num(asked, nan=-np.inf)))):.3f}")
