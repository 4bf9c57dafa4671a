"""Steps whose random numbers tell no odds are learnt, and laws are functions of one number."""
import math
import random
import statistics
import time
import types
from decimal import Decimal

import pytest

from breadboard import assert_kernel, laws, source, validate
from breadboard.providers import Chance, Learn

numpy = pytest.importorskip("numpy")
stats = pytest.importorskip("scipy.stats")
F = [0, 1, 0.5, 2, 0.3]
RNG = numpy.random.default_rng(5)
NORMAL = stats.norm()


def accepts(x, y, number, odds=1.0):
    return y if 0 <= y < len(F) and number < math.exp(F[y] - F[x]) * odds else x


def gauss(x):
    return accepts(x, x + round(random.gauss(0, 1)), random.random())


def squares(x):
    return accepts(x, x + (1 if random.random() ** 2 < 0.25 else -1), float(random.random()))


def gamma(x):
    def q(k):
        return stats.gamma.cdf(k + 1, 2) - stats.gamma.cdf(k, 2)
    y = int(RNG.gamma(2.0))
    return accepts(x, y, RNG.random() ** 1.0, q(x) / q(y)) if y < 5 else x


def poisson(x):
    return accepts(x, x + int(RNG.poisson(1.0)) * (1 if RNG.random() ** 1.0 < 0.5 else -1), RNG.random())


def scores(x):
    return accepts(x, x + (1 if NORMAL.cdf(RNG.standard_normal()) < 0.5 else -1), numpy.exp(-RNG.exponential() ** 1.0))


def many(states, beta, rng):
    to = numpy.rint(states + rng.normal(0, 1.2, len(states))).astype(int)
    inside = (to >= 0) & (to < 5)
    f = numpy.array(F)
    taken = inside & (numpy.log(rng.random(len(states))) < beta * (f[numpy.clip(to, 0, 4)] - f[states]))
    return numpy.where(taken, to, states)


def keys(x):
    first, *_ = sorted((-1, 1, 0), key=lambda _: random.random())
    return accepts(x, x + first, random.random())


def race(x):
    times = RNG.exponential(size=3) ** 1.0
    return accepts(x, x + (-1, 0, 1)[int(numpy.argmin(times))], RNG.random() ** 1.0)


def duel(x):
    return accepts(x, x + (1 if random.random() < random.random() else -1), random.random())


def by_functions_of_c(x):
    bits = RNG.bit_generator.ctypes
    up = bits.next_uint32(bits.state_address) >> 31
    return accepts(x, x + (1 if up else -1), bits.next_double(bits.state_address))


def exact_numbers(x):
    return accepts(x, x + (1 if Decimal(random.random()) < Decimal("0.5") else -1), random.random())


@pytest.mark.parametrize("step", [
    exact_numbers, gauss, squares, gamma, poisson, scores, many, keys, race, duel, by_functions_of_c,
])
def test_right_steps_are_learnt(step):
    said = " ".join(assert_kernel(step, F, T=2 if step is many else None, eps=1e-3).split())
    assert "keeps all 7 laws" in said and "found in" in said and "all ended as the ways say" in said, said


def test_numbers_of_many_bits_are_learnt_where_loops_leave_out_too_much():
    """They are bits first, of which some may never be looked at; a right step is not accused by what bits leave out."""
    def step(x):
        if random.random() < 0.1:
            return x
        return accepts(x, x + random.choice((-1, 1)), random.getrandbits(32) / 2**32)

    right = validate(F, step=step, eps=1e-3)
    assert right.status == "right" and "Learnt" in right.words, right.words


@pytest.mark.parametrize("step", [
    lambda x: accepts(x, x + round(random.gauss(0.2, 1)), random.random()),
    lambda x: accepts(x, x + (1 if random.random() ** 2 < 0.3 else -1), random.random()),
    lambda x: accepts(x, int(RNG.gamma(2.0)), RNG.random()),
    lambda x: accepts(x, x + (1 if random.random() < max(random.random(), random.random()) else -1), random.random()),
])
def test_wrong_twins_are_accused(step):
    verdict = validate(F, step=step)
    assert not verdict.ok and "Learnt: " in verdict.words, verdict.words


def test_what_is_off_by_less_than_may_be_left_out_is_in_doubt():
    def step(x):
        return 0 if x == 3 and random.random() ** 1.0 < 1e-3 else squares(x)
    verdict = validate(F, step=step, eps=1e-3)
    assert verdict.ok and verdict.status == "not enough" and verdict.doubts[-1].endswith("use a smaller --eps")
    assert not validate(F, step=step, eps=1e-4).ok


def test_what_misses_a_law_within_the_bound_is_learnt_on():
    """Small pieces of two normals are hidden by moves that are refused; the first look leaves some out."""
    log_f = [0, 0.5, 1, 0.2, -0.5, 0.3]

    def step(x):
        y = x + round(random.gauss(0, 0.7)) + round(random.gauss(0, 0.7))
        return y if 0 <= y < 6 and random.random() < math.exp(log_f[y] - log_f[x]) else x

    verdict = validate(log_f, step=step, T=2, eps=2e-3)
    assert verdict.status == "right", verdict.words


def test_an_array_that_numba_reads_is_learnt():
    """Its memory has no floats: a right sampler was accused."""
    njit = pytest.importorskip("numba").njit

    @njit
    def find(u, below):
        return [0 if number < below else 1 for number in u]

    find(numpy.random.rand(1), 0.4)
    verdict = validate([math.log(0.4), math.log(0.6)], draw=lambda: find(numpy.random.rand(2), 0.4)[1], eps=1e-3)
    assert verdict.status == "right" and "Learnt" in verdict.words, verdict.words


@pytest.mark.parametrize("key, between", [(0, 2**-54), (2**53 - 1, 1 - 2**-53)])
def test_a_law_is_given_neither_0_nor_1(key, between):
    assert Learn([key], Chance()).between("normal") == between


OWN = types.SimpleNamespace(state=1, calls=0)


def congruential():
    OWN.state = OWN.state * 6364136223846793005 % (1 << 64) + 1
    return OWN.state / (1 << 65)


def counter():
    OWN.calls += 1
    return OWN.calls * 0.6180339887 % 1


def drawn_by_the_system():
    with open("/dev/urandom", "rb") as file:
        return int.from_bytes(file.read(4), "big") / (1 << 32)


def moves(number):
    return lambda x: accepts(x, x + (1 if random.random() ** 2 < 0.25 else -1), number())


@pytest.mark.parametrize("step", map(moves, [
    congruential, counter, lambda: time.perf_counter_ns() % 1000 / 1000, drawn_by_the_system,
    lambda: random.Random(5).random(), lambda: numpy.random.default_rng(7).random(),
    lambda: numpy.random.Generator(numpy.random.PCG64(3)).random(),
    lambda: random.random() + random.random() / 10, lambda: random.random() ** random.random(),
    lambda: numpy.random.default_rng(int(1e6 * random.random())).random(),
]))
def test_no_step_is_learnt_that_hides_numbers_or_moves_thresholds(step):
    assert "Learnt" not in validate(F, step=step).words


def test_numba():
    """What numba compiled draws from a tape, or from a generator that it is given; its whole numbers, which are of
    spare bits too, are judged by moves."""
    njit = pytest.importorskip("numba").njit
    f = numpy.array(F)

    @njit
    def compiled(x, share, whole):
        up = numpy.random.randint(0, 2) == 0 if whole else numpy.random.random() < share
        y = x + (1 if up else -1)
        return y if 0 <= y < 5 and math.log(numpy.random.random()) < f[y] - f[x] else x

    @njit
    def given(x, rng):
        y = x + (1 if rng.random() < 0.5 else -1)
        return y if 0 <= y < 5 and math.log(rng.random()) < f[y] - f[x] else x

    given(2, RNG)
    of_numpy = validate(F, step=lambda x: given(x, RNG), eps=1e-3)
    assert of_numpy.ok and "Learnt" in of_numpy.words and "keeps all 7 laws" in of_numpy.words, of_numpy.words
    compiled(2, 0.5, False)
    right, wrong, whole = (validate(F, step=lambda x, how=how: compiled(x, *how), eps=1e-3)
                           for how in ((0.5, False), (0.6, False), (0.5, True)))
    assert right.ok and "Learnt" in right.words and "keeps all 7 laws" in right.words, right.words
    assert not wrong.ok and "Learnt" in wrong.words, wrong.words
    assert whole.ok and "Learnt" not in whole.words, whole.words


def test_torch():
    """Numbers of single precision are drawn from a tape; those of two words are judged by moves."""
    torch = pytest.importorskip("torch")
    f = torch.tensor(F)

    def of(share):
        def step(x):
            y = x + (1 if torch.rand(1) < share else -1)
            return y if 0 <= y < 5 and torch.log(torch.rand(1)) < f[y] - f[x] else x
        return step

    right, wrong = (validate(F, step=of(share), eps=1e-3) for share in (0.5, 0.6))
    normal = validate(F, step=lambda x: accepts(x, x + int(torch.randn(1).round()), random.random()))
    assert right.ok and "Learnt" in right.words and "keeps p to single precision" in right.words, right.words
    assert not wrong.ok and "Learnt" in wrong.words, wrong.words
    assert normal.ok and "Learnt" not in normal.words, normal.words


CONTINUOUS = {
    laws.normal: (stats.norm, (0.3, 2.0)),
    laws.lognormal: (lambda m, s: stats.lognorm(s, scale=math.exp(m)), (0.3, 0.7)),
    laws.gamma: (lambda a, s: stats.gamma(a, scale=s), (1.7, 2.0)), laws.chisquare: (stats.chi2, (3.0,)),
    laws.beta: (stats.beta, (0.5, 2.0)), laws.standard_t: (stats.t, (2.5,)), laws.gumbel: (stats.gumbel_r, (1.0, 2.0)),
    laws.logistic: (stats.logistic, (1.0, 2.0)), laws.laplace: (stats.laplace, (1.0, 2.0)),
    laws.weibull: (stats.weibull_min, (1.5,)), laws.pareto: (lambda a: stats.pareto(a, loc=-1), (2.5,)),
    laws.power: (stats.powerlaw, (1.5,)), laws.rayleigh: (lambda s: stats.rayleigh(scale=s), (2.0,)),
    laws.standard_cauchy: (stats.cauchy, ()), laws.standard_normal: (stats.norm, ()),
    laws.standard_gamma: (stats.gamma, (0.6,)),
}
COUNTED = {
    laws.poisson: (stats.poisson, [(3.5,), (0.01,), (2000.0,)]),
    laws.geometric: (stats.geom, [(0.3,), (1.0,), (0.001,)]),
    laws.negative_binomial: (stats.nbinom, [(2.5, 0.4), (0.3, 0.9), (40, 0.05)]),
    laws.binomial: (stats.binom, [(5, 0.3), (3000, 0.7), (4, 0.0), (0, 0.5)]),
    laws.hypergeometric: (lambda good, bad, drawn: stats.hypergeom(good + bad, good, drawn),
                          [(5, 7, 4), (900, 40, 100)]),
}


def at(law, parameters, keys):
    """Return a law at some keys."""
    return [source.Source.run(Learn([key], Chance()), lambda: law(*parameters)).end for key in keys]


@pytest.mark.parametrize("law", COUNTED, ids=lambda law: law.__name__)
def test_counts(law):
    """A count has the odds of SciPy's, but for outcomes that are too rare to be drawn."""
    of, all_parameters = COUNTED[law]
    for parameters in all_parameters:
        run = source.Source.run(Learn([0], Chance()), lambda: law(*parameters))
        odds = run.choices[0] if run.choices else [1.0]
        first = run.end - (run.path[0] if run.path else 0)
        wanted = of(*parameters).pmf(range(first, first + len(odds)))
        assert odds == pytest.approx(wanted, rel=1e-8, abs=1e-17) and sum(wanted) == pytest.approx(1, abs=1e-9)


@pytest.mark.parametrize("law", CONTINUOUS, ids=lambda law: law.__name__)
def test_laws(law):
    """A law has the quantiles of SciPy's."""
    of, parameters = CONTINUOUS[law]
    keys = [int((1 << 53) * share) for share in (1e-9, 0.01, 0.2, 0.5, 0.77, 0.99, 1 - 1e-9)]
    wanted = of(*parameters).ppf([(key + 0.5) / (1 << 53) for key in keys])
    assert at(law, parameters, keys) == pytest.approx(wanted, rel=1e-9, abs=1e-9)
    assert statistics.mean(at(law, parameters, range(0, 1 << 53, 1 << 44))) < math.inf
