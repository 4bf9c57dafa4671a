"""What tests of samplers can see of a step, exactly: the power of each is a sum over its rows, and nothing is drawn.

    python3 power.py mine.py              # how many simulations show your suspected fault, by each test
    python3 power.py mine.py --have 100   # and the power of as many as you have

mine.py has LOGF, log f by state, the step `right`, and either `wrong`, another step, or `factor(x, y)`: a move from x
to y is then kept with the further probability min(1, factor(x, y)). A step is step(x), or step(x, beta): calibration
and Geweke's test are then of four betas. It needs NumPy and SciPy. BREADBOARD is the path of breadboard, if it is not
in the PATH.

A test compares sums over n independent simulations, or over n steps of a chain. The mean of such a sum and its
covariance are sums over the rows, and for the rest it is normal. So Pearson's statistic is a quadratic form of normal
numbers, and a difference of means is a normal number. The smallest n that finds a step with probability 0.9 follows, or
"never", where the statistic has the same law under the wrong step.
"""
import argparse
import functools
import math
import pathlib
import runpy
import sys

import numpy as np
from scipy import optimize, sparse, stats

sys.path.append(str(pathlib.Path(__file__).resolve().parents[2] / "cmd/breadboard/clients/python"))
import breadboard

LEVEL, POWER = 1e-3, 0.9
BETAS = (0.25, 0.5, 0.75, 1)
DRAWS = (9, 19, 49, 99)  # of a data set
RANKS = 10  # states of a chain, one of which is ranked; and bins of ranks
BURN, THIN = 100, 10  # steps before a first draw, and between two
SAME = 1e-12  # values that differ by less are equal
MOST = 1e12  # simulations: more are never


class Chain:
    """A step by its rows at some betas. A datum that says beta makes a model of it, whose posteriors are the p."""

    def __init__(self, logf, rows):
        log_f = np.array([*logf.values()])
        self.p = np.array([np.exp(beta * log_f) / np.exp(beta * log_f).sum() for beta in rows])
        self.rows = np.array([*rows.values()])
        self.cells = len(logf)
        self.place = np.arange(self.cells)
        self.log_f = np.where(np.isfinite(log_f), log_f, log_f[np.isfinite(log_f)].min() - 1)  # for its order
        self.coordinates = [*map(ordered, zip(*map(parts, logf)))]

    @property
    def quantities(self):
        """What is looked at in place of a state: each coordinate, and log f, if they are not constant."""
        return [values for values in (*self.coordinates, self.log_f) if len({*values}) > 1]


def parts(state):
    return state if isinstance(state, tuple) or isinstance(state, str) and len(state) > 1 else (state,)


def ordered(values):
    """Return values that have an order as numbers that have the same order."""
    places = sorted({*values})
    return np.array([places.index(value) for value in values])


class Test:
    """The power of a test by the number of its units, each of which takes some calls of the step."""

    def __init__(self, power, calls, unit, least=1):
        self.power, self.calls, self.unit, self.least = power, calls, unit, least

    @functools.cached_property
    def needed(self):
        """The smallest number of units with a power of 0.9, or infinity."""
        if self.power(MOST) < POWER:
            return math.inf
        if self.power(self.least) >= POWER:
            return self.least
        logarithm = optimize.brentq(lambda x: self.power(math.exp(x)) - POWER, math.log(self.least), math.log(MOST))
        return math.ceil(math.exp(logarithm))


def best(powers):
    """Return the power of the best of some powers: a bound of that of all of them together."""
    return lambda n: max((power(n) for power in powers), default=0)


def quadratic(mean, covariance, df, level=LEVEL):
    """Return the power of a sum of squares that is chi-square of df under p, by the mean and covariance a simulation.

    The sum of squares of normal numbers is approximated by a chi-square variable that has its first four cumulants
    (Liu, Tang and Zhang 2009).
    """
    critical = stats.chi2.isf(level, df)
    powers = [np.linalg.matrix_power(covariance, k) for k in range(5)]
    traces = [np.trace(power) for power in powers]
    shifts = [mean @ power @ mean for power in powers]
    if shifts[0] < SAME ** 1.1:
        return lambda n: 0

    def power(n):
        c1, c2, c3, c4 = (traces[k] + k * n * shifts[k - 1] for k in (1, 2, 3, 4))
        if c2 < SAME * c1:  # it is always the same
            return float(c1 > critical)
        skew, tails = c3 / c2 ** 1.5, c4 / c2 ** 2
        if skew ** 2 > tails:
            a = 1 / (skew - math.sqrt(skew ** 2 - tails))
            off = skew * a ** 3 - a ** 2
            freedom = a ** 2 - 2 * off
        else:
            a, off, freedom = 1 / skew, 0, 1 / skew ** 2
        at = (critical - c1) / math.sqrt(c2) * a + freedom + off
        if off > 1e4:
            return stats.norm.sf((at - freedom - off) / math.sqrt(2 * (freedom + 2 * off)))
        return stats.ncx2.sf(at, freedom, off) if off > 0 else stats.chi2.sf(at, freedom)
    return power


def pearson(law, expected, level):
    """Return the power of Pearson's test of counts of a law that should be another one."""
    scale = 1 / np.sqrt(expected)
    covariance = scale[:, None] * (np.diag(law) - np.outer(law, law)) * scale
    return quadratic((law - expected) * scale, covariance, len(law) - 1, level)


def normal(shift, spread, critical):
    """Return the power of a test that accuses if a mean is more than critical / sqrt(n) from where it should be."""
    if abs(shift) < SAME:
        return lambda n: 0
    spread = max(spread, SAME)
    return lambda n: sum(stats.norm.sf((critical - math.sqrt(n) * side) / spread) for side in (shift, -shift))


# Ranks: calibration, and the exact rank test.


def below(rows, start, values, value, steps, chances):
    """Return, for 0 to steps, the law of how many states of a chain are below a value, with a tie by each chance."""
    less, ties = values < value - SAME, abs(values - value) <= SAME
    law = np.zeros((len(rows), len(chances), steps + 1))
    law[:, :, 0] = start[:, None]
    laws = [law.sum(0)]
    for _ in range(steps):
        law = np.tensordot(rows.T, law, 1)
        more = np.concatenate([np.zeros_like(law[..., :1]), law[..., :-1]], axis=-1)
        law[less] = more[less]
        law[ties] += chances[:, None] * (more - law)[ties]
        laws.append(law.sum(0))
    return laws


def evenly(draws):
    """Return chances and their weights: the mean over them is exact for polynomials as of draws ties. A state among k
    that tie has all ranks of them alike, which is the mean over u in (0, 1) of k coins that fall with chance u."""
    at, weights = np.polynomial.legendre.leggauss(draws // 2 + 1)
    return (at + 1) / 2, weights / 2


def calibration(chain, values, draws):
    """Return the law of the rank of an exact draw among draws of its chain, in ten bins (Talts and others 2018)."""
    chances, weights = evenly(draws)
    law, mix = np.zeros(draws + 1), chain.p.mean(0)
    for p, rows in zip(chain.p, chain.rows):
        start = mix @ np.linalg.matrix_power(rows, BURN)
        thinned = np.linalg.matrix_power(rows, THIN)
        for value in {*values}:
            law += p[values == value].sum() * weights @ below(thinned, start, values, value, draws, chances)[-1]
    return law.reshape(RANKS, -1).sum(1) / len(chain.p)


def exact_rank(chain, values):
    """Return the law of the rank of an exact draw at a random place of a chain of ten, which is made from there in both
    directions by the same step (Gandy and Scott 2020)."""
    chances, weights = evenly(RANKS - 1)
    law = np.zeros(RANKS)
    for cell in np.flatnonzero(chain.p[-1]):
        start = np.eye(chain.cells)[cell]
        after = below(chain.rows[-1], start, values, values[cell], RANKS - 1, chances)
        for place in range(RANKS):
            for weight, forth, back in zip(weights, after[place], after[RANKS - 1 - place]):
                law += chain.p[-1][cell] / RANKS * weight * np.convolve(forth, back)[:RANKS]
    return law


def ranks(laws, calls, unit):
    """Return the test of one or several ranks, of which Pearson's test asks five a bin."""
    expected = np.full(RANKS, 1 / RANKS)
    return Test(best([pearson(law, expected, LEVEL / len(laws)) for law in laws]), calls, unit, 5 * RANKS)


# Two samples: exact draws, and others after ten steps.


def wilcoxon(p, q, values, level):
    """Return the power of Wilcoxon's test of a quantity."""
    over = np.sign(values[:, None] - values) / 2  # of a draw of q over one of p
    by_q, by_p = over @ p, q @ over
    shift = q @ by_q
    spread = math.sqrt(max(q @ by_q ** 2 + p @ by_p ** 2 - 2 * shift ** 2, 0))
    share = np.bincount(ordered(values), (p + q) / 2)
    null = math.sqrt((1 - (share ** 3).sum()) / 6)
    return normal(shift, spread, null * stats.norm.isf(level / 2))


def kolmogorov_smirnov(p, q, values, level):
    """Return the power of Kolmogorov's and Smirnov's test of a quantity: the differences at all of its values are
    normal together."""
    step = values[:, None] <= np.unique(values)[:-1]
    shift = (p - q) @ step
    if np.abs(shift).max() < SAME:
        return lambda n: 0
    covariance = sum(step.T @ (np.diag(law) - np.outer(law, law)) @ step for law in (p, q))
    critical = math.sqrt(-math.log(level / 2))

    def power(n):
        if math.sqrt(n) * np.abs(shift).max() > critical + 10:  # a spread is 1 at most
            return 1
        together = stats.multivariate_normal(math.sqrt(n) * shift, covariance, allow_singular=True, seed=1)
        edge = np.full(len(shift), critical)
        return 1 - together.cdf(edge, lower_limit=-edge)
    return power


def two_pearson(p, q):
    """Return the power of Pearson's test of two samples of states."""
    seen = p + q > 0
    scale = 1 / np.sqrt((p + q)[seen])
    covariance = scale[:, None] * sum(np.diag(law) - np.outer(law, law) for law in (p[seen], q[seen])) * scale
    return quadratic((p - q)[seen] * scale, covariance, seen.sum() - 1)


# Chains that go on.


def ends(rows, start):
    """Return the parts that a chain never leaves: each with the probability to end there, and its cells."""
    count, part = sparse.csgraph.connected_components(rows > SAME, connection="strong")
    closed = [part == k for k in range(count) if rows[part == k][:, part != k].sum() < SAME]
    passing = ~np.any(closed, axis=0)
    stays = np.eye(passing.sum()) - rows[passing][:, passing]
    visits = np.linalg.solve(stays.T, start[passing]) if passing.any() else np.zeros(0)
    return [(start[cells].sum() + (visits @ rows[passing][:, cells]).sum(), cells) for cells in closed]


def long_run(rows, cells):
    """Return the stationary distribution on a part, and the covariance of the counts a step (Kemeny and Snell 1960)."""
    of = rows[cells][:, cells]
    size = len(of)
    law = np.linalg.lstsq(np.vstack([of.T - np.eye(size), np.ones(size)]), np.eye(size + 1)[-1], rcond=None)[0]
    fundamental = np.diag(law) @ np.linalg.inv(np.eye(size) - of + law)
    q, covariance = np.zeros(len(rows)), np.zeros(rows.shape)
    q[cells] = law
    covariance[np.ix_(cells, cells)] = fundamental + fundamental.T - np.diag(law) - np.outer(law, law)
    return q, covariance


def in_parts(powers):
    """Return the power of a chain that ends in parts: each has the chance of it, that of a draw where p is 0, which
    accuses at once, and the power of the other draws."""
    return lambda n: sum(chance * (1 - (1 - power(n)) * (1 - impossible) ** n) for chance, impossible, power in powers)


def chi_square(chain):
    """Return the test of draws of a chain, ten steps apart, which begins in the heaviest cell."""
    p, thinned = chain.p[-1], np.linalg.matrix_power(chain.rows[-1], THIN)
    possible = p > 0
    scale = 1 / np.sqrt(p[possible])
    powers = []
    for chance, cells in ends(thinned, np.eye(chain.cells)[np.argmax(p)]):
        q, covariance = long_run(thinned, cells)
        covariance = scale[:, None] * covariance[np.ix_(possible, possible)] * scale
        powers.append((chance, q[~possible].sum(),
                       quadratic((q - p)[possible] * scale, covariance, possible.sum() - 1)))
    return Test(in_parts(powers), THIN, "draws", math.ceil(5 / p[possible].min()))


def joint_means(chain):
    """Return what Geweke's test has the means of, by beta and state: coordinates, log f, beta, and their products."""
    levels = len(chain.p)
    first = [np.tile(values, levels) for values in (*chain.coordinates, chain.log_f)]
    first.append(np.repeat(np.arange(levels), chain.cells))
    products = [a * b for i, a in enumerate(first) for b in first[i:]]
    return [values for values in first + products if np.ptp(values) > SAME]


def geweke(chain):
    """Return Geweke's joint test (2004): states given beta by the step, and beta given the state exactly, in turn,
    beside exact draws of both."""
    levels, cells = chain.p.shape
    impossible = chain.p.sum(0) == 0  # whose log f is -inf, which shows in its mean at once
    given = np.where(impossible, 1 / levels, chain.p / np.where(impossible, 1, chain.p.sum(0))).T
    rows = np.einsum("bxy,yc->bxcy", chain.rows, given).reshape(levels * cells, -1)
    exact = chain.p.ravel() / levels
    means = joint_means(chain)
    critical = stats.norm.isf(LEVEL / len(means) / 2)
    powers = []
    for chance, part in ends(rows, exact):
        q, covariance = long_run(rows, part)
        of_part = []
        for values in means:
            centred = values - exact @ values
            spread = math.sqrt(max(centred @ covariance @ centred + exact @ centred ** 2, 0))
            of_part.append(normal(q @ centred, spread, spread * critical))
        powers.append((chance, q @ np.tile(impossible, levels), best(of_part)))
    return Test(in_parts(powers), 1, "sweeps", 100)


# Moves.


def bet(chain):
    """Return the odds of moves, half of which begin in a draw of p and half in any cell, and the log that each adds to
    the capital of the bet whose log grows fastest. Moves that are left out lead where p is 0, which accuses at once."""
    p, rows = chain.p[-1], chain.rows[-1]
    possible = p > 0
    start = (p / 2 + 0.5 / possible.sum()) * possible
    weight = np.where(possible, p / np.where(possible, start, 1), 0)
    x, y = np.nonzero((start[:, None] * rows > 0) & possible)
    odds = (start[:, None] * rows)[x, y]

    def loss(u):
        won = 1 + weight[x] * (u[y] - u[x])
        slope = odds * weight[x] / won
        lost, gained = (np.bincount(at, slope, chain.cells).astype(float) for at in (x, y))  # of no move: whole numbers
        return -odds @ np.log(won), lost - gained

    most = np.where(possible, 0.5 / np.where(possible, weight, 1), 0)  # so that no move takes more than half
    u = optimize.minimize(loss, most / 2, jac=True, method="L-BFGS-B", bounds=[(0, m) for m in most],
                          options={"ftol": 1e-15, "gtol": 1e-10, "maxiter": 10_000}).x
    return odds, np.log1p(weight[x] * (u[y] - u[x]))


def moves(chain):
    """Return the test by bets on moves (Ville 1939), which accuses once a capital of 1 is 1000, as if the best bet were
    known at once: validate has to learn it."""
    odds, won = bet(chain)
    growth = odds @ won
    spread = math.sqrt(max(odds @ won ** 2 - growth ** 2, 0))

    def power(n):
        if growth < SAME:
            return 1 - odds.sum() ** n
        short = (-math.log(LEVEL) - n * growth) / (math.sqrt(n) * max(spread, SAME))
        return 1 - stats.norm.cdf(short) * odds.sum() ** n
    return Test(power, 1, "moves")


def tests(chain):
    """Return all tests of a step, by name."""
    looks = {"place": [chain.place], "log f": [chain.log_f], "all": chain.quantities}
    p, q = chain.p[-1], chain.p[-1] @ np.linalg.matrix_power(chain.rows[-1], THIN)
    level = LEVEL / len(chain.quantities)
    found = {"moves": moves(chain), "chi-square": chi_square(chain), "Geweke": geweke(chain)}
    for draws in DRAWS:
        for look, values in looks.items():
            laws = [calibration(chain, of, draws) for of in values]
            found[f"calibration {draws}, {look}"] = ranks(laws, BURN + THIN * draws, "data sets")
    for look, values in looks.items():
        found[f"exact rank, {look}"] = ranks([exact_rank(chain, of) for of in values], RANKS - 1, "ranks")
    for name, test in ("Wilcoxon", wilcoxon), ("Kolmogorov-Smirnov", kolmogorov_smirnov):
        found[f"{name}, place"] = Test(test(p, q, chain.place, LEVEL), THIN, "draws", 10)
        found[f"{name}, all"] = Test(best([test(p, q, of, level) for of in chain.quantities]), THIN, "draws", 10)
    found["Pearson"] = Test(two_pearson(p, q), THIN, "draws", 10)
    return found


def rows_of(logf, step):
    """Return the rows of a step by following, at each beta that it takes, and how often validate calls it at p."""
    rows = {}
    for beta in BETAS if step.__code__.co_argcount == 2 else (1,):
        run = breadboard.validate(logf, step=step, beta=beta, full=True).rows[0]
        if "rows" not in run:
            sys.exit(f"the step {step.__name__} has no rows: {run['verdict']}; power is a sum over rows, which follow "
                     "only from a step that draws by random or by a NumPy generator")
        rows[beta] = np.array(run["rows"][-1])
    return rows, run["calls"]


def with_factor(rows, states, factor):
    """Return the rows of a step whose moves are kept with a further probability."""
    kept = rows * [[min(1, factor(x, y)) for y in states] for x in states]
    np.fill_diagonal(kept, 0)
    np.fill_diagonal(kept, 1 - kept.sum(1))
    return kept


def shown(number):
    return f"{number:,}" if number < math.inf else "never"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("mine", metavar="mine.py", help="LOGF, right, and wrong or factor")
    parser.add_argument("--have", type=int, metavar="N", help="how many simulations you have")
    given = parser.parse_args()
    mine = runpy.run_path(given.mine)
    logf = mine["LOGF"]
    rows, calls = rows_of(logf, mine.get("wrong", mine["right"]))
    if "wrong" not in mine:
        rows = {beta: with_factor(of, [*logf], mine["factor"]) for beta, of in rows.items()}
    chain = Chain(logf, rows)
    off = np.abs(chain.p[-1] @ chain.rows[-1] - chain.p[-1]).sum() / 2
    which = "wrong" if "wrong" in mine else "right"
    print(f"A step from p ends {off:.2g} off (total variation). Following `{which}`: {calls:,} calls.\n"
          f"To show it with probability {POWER} at a level of {LEVEL} it takes\n")
    print(f"{'by':25}{'':22}{'calls':>13}" + (f"   power of {given.have:,}" if given.have else ""))
    for name, test in tests(chain).items():
        line = f"{name:25}{shown(test.needed):>11} {test.unit:10}{shown(test.needed * test.calls):>13}"
        print(line + (f"   {test.power(given.have):.2g}" if given.have else ""))


if __name__ == "__main__":
    main()
