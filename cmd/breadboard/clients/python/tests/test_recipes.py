"""The recipes of reports/wild: what a test by draws says of right draws, and what a recipe must say."""
import importlib.util
import pathlib

import numpy as np
import pytest
from scipy import stats

WILD = pathlib.Path(__file__).resolve().parents[5] / "reports/wild"
if not WILD.exists():
    pytest.skip("the package stands alone, without reports", allow_module_level=True)
spec = importlib.util.spec_from_file_location("wild", WILD / "wild.py")
wild = importlib.util.module_from_spec(spec)
spec.loader.exec_module(wild)


def by_what_was_seen(expected, seen):
    """Return the p-value of Pearson's test with pools that are wrong: those of rare counts together."""
    pairs = sorted(zip(expected, seen))
    while len(pairs) > 2 and pairs[0][0] < 5:
        (a, b), (c, d), *rest = pairs
        pairs = sorted([(a + c, b + d), *rest])
    of, counts = zip(*pairs)
    return stats.chisquare(counts, of).pvalue


def p_values(test, p, n=400, many=300):
    rng = np.random.default_rng(3)
    return [test([n * x for x in p], rng.multinomial(n, p).tolist()) for _ in range(many)]


@pytest.mark.parametrize("p", [np.full(192, 1 / 192), np.arange(1, 61) / 1830, np.array([0.9, 0.09, 0.009, 0.001])])
def test_right_draws_have_uniform_p_values(p):
    """400 draws of 192 alike cells expect 2 each. A p-value below 0.001 of their uniformity is of one seed."""
    found = p_values(wild.pearson, p)
    assert stats.kstest(found, "uniform").pvalue > 0.001


def test_pools_by_what_was_seen_accuse_right_draws():
    assert max(p_values(by_what_was_seen, np.full(192, 1 / 192), many=20)) < 1e-10


def test_pools_do_not_depend_on_what_was_seen():
    """Two of four alike cells are pooled by place: an exchange of counts inside a pool changes nothing."""
    expected = [3.0, 3, 3, 3, 20]
    assert wild.pearson(expected, [0, 6, 3, 3, 20]) == wild.pearson(expected, [6, 0, 3, 3, 20]) == 1
    assert wild.pearson(expected, [0, 3, 6, 3, 20]) < 1
    assert wild.pearson([3.0] * 5, [6, 0, 3, 0, 6]) == 1  # the last one joins the pool before


def test_wrong_draws_are_accused():
    p = np.arange(1, 61) / 1830
    rng = np.random.default_rng(4)
    assert wild.pearson([1000 / 60] * 60, rng.multinomial(1000, p).tolist()) < 1e-9


def test_what_has_no_mass_is_not_pooled():
    """A draw of a cell that has no mass ends elsewhere, however heavy the cell beside it."""
    draws = iter([0] * (wild.DRAWS - 1) + [1])
    assert wild.by_draws({0: 0.0, 1: -np.inf}, draw=lambda: next(draws)) == "0"


def test_a_recipe_says_what_is_true_before_the_verdict():
    for given in {"true": "right", "called": "lift", "kind": "draws"}, {"law": "docstring", "called": "lift",
                                                                       "kind": "draws"}:
        with pytest.raises(TypeError, match="required keyword-only argument"):
            wild.kernel("coin", {0: 0.0, 1: 0.0}, draw=lambda: 0, **given)
