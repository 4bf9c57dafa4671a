"""A step that is followed has the rows of its definition; what cannot be followed is refused: never wrong in silence.

    python3 -m pytest tests/test_following.py
"""
import bisect
import dataclasses
import functools
import itertools
import math
import os
import random
import time
import types
from math import log
from random import random as uniform

import pytest

from breadboard.following import Follower
from breadboard.uniform import ulp
from breadboard.ways import NotFollowed, proposals

np = pytest.importorskip("numpy")
OWN, R, HERE = np.random.default_rng(1), random.Random(1), np.random.default_rng(2)
MOVES = [(1, 0), (-1, 0), (0, 1), (0, -1)]
HALF = type("Half", (random.Random,), {"random": lambda self: random.Random.random(self) / 2})(3).random
BITS = np.random.PCG64(1)
RANDOM, SLOTS, TWO = OWN.random, types.SimpleNamespace(k=0, rng=HERE), [[0, 0], [0, 0]]
P = [0.2, 0.3, 0.5]


class Held:
    rng = np.random.default_rng(5)

    def step(self):
        return bool(self.rng.random() < 0.25)


CLASS, FROZEN = Held, dataclasses.make_dataclass("Frozen", ["rng"], frozen=True, namespace={"step": Held.step})(HERE)
CLASS().step()  # so that the attribute was read before


def following(*functions, start=None):
    """Return a follower that is asked for one of these functions by its number."""
    def rows(number):
        function = functions[number]
        ways, left = follower.ends(lambda: function(*[HERE] * ("rng" in function.__code__.co_varnames)))
        assert abs(math.fsum(way.p for way in ways) + left - 1) < 1e-12
        return [(way.end, way.p, q) for way, q in zip(ways, proposals(ways, start))]

    follower = Follower(rows)
    return follower


def shares(follower, number=0):
    """Return the probability of each end of a function."""
    found = {}
    for end, p, _ in follower.ask(number):
        found[end] = found.get(end, 0) + p
    return found


def until_inside():
    while True:
        move = MOVES[random.randrange(4)]
        if min(move) == 0:
            return move


def by_itself(rng):
    move = MOVES[rng.integers(4)]
    return move if min(move) == 0 else by_itself(rng)


def again(change, start=0, most=10**9):
    """Return a step that changes something hidden while it draws, as often as a coin says, or most times."""
    def step():
        SLOTS.k = start
        for _ in itertools.repeat(None, most):
            if random.random() < 0.5:
                break
            SLOTS.k = change(SLOTS.k)
        return SLOTS.k
    return step


def four():
    while sum(spins := tuple(random.choice((0, 1)) for _ in range(4))) != 1:
        pass
    return spins


def running(rng):
    u, sum_of = rng.random(), 0
    for k, p in enumerate(P):
        sum_of += p
        if u < sum_of:
            return k
    return 2


def two_axes(rng):
    x = [0, 0]
    for axis in rng.permutation(2):
        x[axis] = int(rng.choice(3, p=P)) if axis else x[1]
    return tuple(x)


def on_arrays(rng):
    y = np.array([1]) + np.array([-1, 1])[rng.integers(2, size=1)]
    return int(np.where(rng.random(1) < np.exp(np.minimum(0, -y)), y, 1)[0])


def added(rng):
    w = np.zeros(2)
    w += rng.random(2)
    return bool(w[0] < 0.5)


def changed(choose):
    """Return a step that changes one of two rows."""
    def step():
        rows = [[0], [0]]
        choose(rows)[0] += 1
        return rows[0][0], rows[1][0]
    return step


def shuffled_rows():
    rows = np.array([[0, 0], [1, 1]])
    random.shuffle(rows)  # rows of an array are views: swaps lose one
    return tuple(rows[:, 0].tolist())


def alias():
    u = random.random() * 2
    return int(u) if u % 1 < 0.75 else 1 - int(u)


def metropolis():
    to = random.choice((1, 2, 3, 4))
    return to if log(random.random()) < -to else 0


def counted(count=[0]):
    count[0] += 1
    return random.random() < 0.5


def bools(p):
    return {True: p, False: 1 - p}


MOD3 = {0: 4 / 7, 1: 2 / 7, 2: 1 / 7}
EVEN = {(1, 0): 0.5, (0, 1): 0.5}


FOLLOWED = (
    (lambda: "a" if (u := random.random()) < 0.2 else "b" if u <= 0.5 else "c", {"a": 0.2, "b": 0.3, "c": 0.5}),
    (until_inside, EVEN), (by_itself, EVEN), (four, {tuple(row): 0.25 for row in np.eye(4, dtype=int)}),
    (again(lambda k: (k + 1) % 3), MOD3), (again(lambda k: 1 - k), {0: 2 / 3, 1: 1 / 3}),
    (again(lambda k: k + 1, most=2), {0: 0.5, 1: 0.25, 2: 0.25}),
    (again(lambda k: min(k + 1, 2)), {0: 0.5, 1: 0.25, 2: 0.25}),
    (lambda: sum(iter(lambda: random.randrange(2), 0)) % 3, MOD3),
    (lambda: any(map(lambda _: random.random() < 0.01, range(41))), bools(1 - 0.99 ** 41)),
    # how people write it
    (running, {0: 0.2, 1: 0.3, 2: 0.5}), (on_arrays, {0: 0.5, 1: 0.5 - math.exp(-2) / 2, 2: math.exp(-2) / 2}),
    (two_axes, {(a, b): ((a == 0) + (a == b)) * P[b] / 2 for a in range(3) for b in range(3)}),
    (metropolis, {**{k: math.exp(-k) / 4 for k in (1, 2, 3, 4)}, 0: 1 - sum(math.exp(-k) / 4 for k in (1, 2, 3, 4))}),
    (lambda: bisect.bisect([0.1, 0.5], random.random()), {0: 0.1, 1: 0.4, 2: 0.5}),
    (lambda rng: int(np.searchsorted([0.1, 0.5], rng.random())), {0: 0.1, 1: 0.4, 2: 0.5}),
    (lambda rng: int(np.argmax(np.array([0.1, 0.5, 1.0]) > rng.random())), {0: 0.1, 1: 0.4, 2: 0.5}),
    (lambda: int(random.random() * 4 // 1), dict.fromkeys(range(4), 0.25)), (alias, {0: 0.5, 1: 0.5}),
    (lambda: min(1, math.exp(-1)) > random.random(), bools(math.exp(-1))),
    (lambda: int(random.uniform(-2, 2)), {-1: 0.25, 0: 0.5, 1: 0.25}), (lambda: abs(uniform() - 0.5) < 0.1, bools(0.2)),
    (lambda: random.random() * 0 + 1 > 0, {True: 1.0}), (lambda: random.random() < math.nan, {False: 1.0}),
    (lambda: isinstance(u := random.random(), float) and 0.3 < u < 0.5, bools(0.2)),
    (lambda rng: tuple(np.searchsorted([0.5], rng.random(2)).tolist()), {(a, b): 0.25 for a in (0, 1) for b in (0, 1)}),
    (lambda rng: np.searchsorted([0.3, 1], (rng.random() + np.arange(2)) / 2).tolist()[0], {0: 0.6, 1: 0.4}),
    # without loss of digits
    (lambda: random.expovariate(2) > 1, bools(math.exp(-2))), (lambda: log(random.random()) < -800, {False: 1.0}),
    (lambda: 1 - random.random() < 1e-40, {True: 1e-40, False: 1.0}),
    (lambda rng: bool(np.log1p(-rng.random()) < -40), {True: math.exp(-40), False: -math.expm1(-40)}),
    # types and meanings of the original
    (lambda rng: int((rng.random(3) < 0.5).sum()), {0: 0.125, 1: 0.375, 2: 0.375, 3: 0.125}),
    (lambda rng: int(rng.binomial(2, 0.5)), {0: 0.25, 1: 0.5, 2: 0.25}),
    (lambda rng: int(rng.multinomial(1, [0.5, 0.25, 0.1]).argmax()), {0: 0.5, 1: 0.25, 2: 0.25}),
    (lambda: random.random() + 1 > random.random(), {True: 1.0}),
    (lambda rng: type((rng.random(2) < 0.5).sum()) is np.int64, {True: 1.0}),
    (lambda rng: bool(rng.exponential(2.0) > 1), bools(math.exp(-0.5))),
    (lambda rng: int(np.where(~rng.choice([True, False], size=1), 1, 2)[0]), {1: 0.5, 2: 0.5}),
    (lambda rng: int((rng.integers(0, 2, size=1, dtype=np.uint8) * 2 - 1)[0]), {1: 0.5, 255: 0.5}),
    (lambda rng: tuple(rng.integers([0] + [1], [2, 3]).tolist()), {(a, b): 0.25 for a in (0, 1) for b in (1, 2)}),
    (lambda rng: bool((rng.uniform([0, 1], [1, 3]) < [0.5, 1.5]).all()), bools(0.125)),
    (lambda rng: bool(np.isfinite(u := rng.random()) and not np.isnan(u) and u < 0.25), bools(0.25)),
    (lambda rng: bool((np.isfinite(u := np.log(rng.random(2))) & (u < -1)).all()), bools(math.exp(-2))),
    (lambda rng: int(rng.integers(1, 2, endpoint=True)), {1: 0.5, 2: 0.5}), (shuffled_rows, {(0, 0): 0.5, (0, 1): 0.5}),
    (lambda rng: tuple(rng.choice(np.array([[0, 1], [2, 3]]), axis=1).tolist()), {(0, 2): 0.5, (1, 3): 0.5}),
    (lambda rng: rng.choice(3, 2, replace=False, p=P)[0].item(), {0: 0.2, 1: 0.3, 2: 0.5}),
    (lambda: tuple(random.sample(range(30), 1)), {(k,): 1 / 30 for k in range(30)}),
    (lambda: random.choices("ab", cum_weights=[3, 4])[0], {"a": 0.75, "b": 0.25}),
    (changed(random.choice), EVEN), (changed(lambda rows: random.sample(rows, 2)[0]), EVEN),
    (lambda: random.choice(TWO) is TWO[0], bools(0.5)),
    # wherever generators are held
    (lambda: uniform() < 0.25, bools(0.25)), (lambda: bool(np.random.random() < 0.25), bools(0.25)),
    (lambda: bool(OWN.random() < 0.25), bools(0.25)), (lambda: R.randint(1, 2), {1: 0.5, 2: 0.5}),
    (lambda: CLASS.step(CLASS()), bools(0.25)), (lambda rng: bool(rng.uniform(0, np.float64(4)) < 1), bools(0.25)),
    (lambda own=np.random.default_rng(4): bool(own.random() < 0.25), bools(0.25)),
    (lambda rng: int(rng.random() < 0.25) if type(rng) is np.random.Generator else 2, {0: 0.75, 1: 0.25}),
    (lambda: random.getrandbits(2), dict.fromkeys(range(4), 0.25)), (FROZEN.step, bools(0.25)),
    (lambda rng: bool(0.5 < u[0] < 0.501) if (u := rng.random(2)).dtype == float else 2, bools(0.001)),
    (lambda rng: bool(np.random.default_rng(rng).random() < 0.25), bools(0.25)),
    (lambda rng: str(rng.choice(["left", "right"], p=[0.2, 0.8])), {"left": 0.2, "right": 0.8}),
    (lambda: round(3 * random.random()), {0: 1 / 6, 1: 1 / 3, 2: 1 / 3, 3: 1 / 6}),
    (lambda: bool(RANDOM() < 0.25), bools(0.25)), (lambda: bool(SLOTS.rng.random() < 0.25), bools(0.25)),
    (lambda held=[OWN]: bool(held[0].random() < 0.25), bools(0.25)), (counted, bools(0.5)),
    (lambda: random.Random.random(R) < 0.25, bools(0.25)), (lambda: HALF() < 0.3, bools(0.6)),
)


def test_followed():
    """One copy of the process follows all of them, one after the other."""
    follower = following(*(function for function, _ in FOLLOWED))
    for number, (_, want) in enumerate(FOLLOWED):
        assert shares(follower, number) == {end: pytest.approx(p, rel=1e-12) for end, p in want.items() if p}, number


def remembers(first, change):
    """Return a step that is told what it kept, and keeps something else."""
    kept = [first]

    def step():
        was, kept[0] = kept[0], change(kept[0])
        return was
    return step


def swallows():
    while True:
        try:
            return [1, 2, 3][int(abs(random.gauss(0, 1)))]
        except Exception:  # pylint: disable=broad-except
            continue


@functools.lru_cache
def cached():
    return np.random.default_rng(7)


def spare(kept=[]):
    if not kept:
        kept.extend(random.random() for _ in range(2))
    return kept.pop() < 0.3


def seventy():
    k = 1
    while random.random() > 0.06:
        k += 1
    return k % 70 == 0


def shuffled_global():
    random.shuffle(MOVES)
    return MOVES[0]


@pytest.mark.parametrize("function, want", (
    (swallows, "gauss"), (lambda: float(random.random()) < 0.5, "float of"), (lambda rng: rng.normal() < 0, "normal"),
    (lambda: random.random() < random.random(), "two random numbers"), (lambda: random.getstate(), "getstate"),
    (lambda: str(random.random())[-1] == "7", "str of"), (lambda: f"{random.random():.1f}" > "0.4", "format of"),
    (lambda: type(random.random()) is float, "type"), (lambda: hasattr(random.random(), "hex"), "hex of"),
    (lambda: math.pow(random.random(), 2) < 0.5, "float of"), (lambda: round(random.random(), 1) > 0.5, "round to"),
    (added, "put into an array in its place.*add.*w = w . u"), (lambda rng: np.sinh(rng.random()) < 0, "sinh of"),
    (lambda rng: bool(np.logaddexp(rng.random(2), 1)[0] < 1.1), "numpy.logaddexp of a random number"),
    (lambda rng: bool(np.signbit(rng.random() - 0.5)), "numpy.signbit of a random number"),
    (lambda rng: [*rng.random(2)].index("a"), "ValueError: 'a' is not in list"),
    (lambda: int(random.random() * 100_000) % 3, "rounded to more than 10,000 whole numbers"),
    (lambda rng: bool(np.log(rng.uniform(-1, 1)) < -0.5), "log of a random number that may be below 0"),
    (lambda rng: bool(rng.random(dtype=np.float32) < 0.3), "another type"),
    (lambda rng: bool(rng.random(None, np.float32) < 0.3), "another type"),
    (lambda: (random.random() + 1e12) - 1e12 == 0.5, "loses digits"), (seventy, "again|seconds"),
    (lambda: random.sample({0: "a"}, 1), "TypeError"),
    (lambda: np.random.Generator(BITS).random() < 0.5, "made inside"),
    (lambda: random.random() < np.float32(0.3), "another precision"),
    (lambda rng, held=((np.random.default_rng(2),),): bool(held[0][0].random() < 1e-6), "cannot be replaced"),
    (lambda of=type("Mine", (np.random.Generator,), {})(BITS): bool(of.random() < 1e-6), "cannot be replaced"),
    (lambda: BITS.random_raw() % 10 ** 6 == 7, "cannot be replaced"),
    (lambda: random.Random().randint(1, 2), "made inside"), (lambda: random.SystemRandom().random() < 0.5, "made"),
    (lambda: np.random.default_rng(int(time.time())), "made"), (lambda: os.urandom(1)[0] % 2, "urandom"),
    (lambda: bool(cached().random() < 1e-6), "made inside"), (lambda rng: rng.bit_generator, "bit_generator"),
    (lambda rng: tuple(rng.permutation(7)), "more than 3,000 ways"), (lambda: random.randrange(10 ** 9), "more than"),
    (lambda: sum(iter(lambda: random.randrange(2), 0)), "again|seconds"), (spare, "kept from an earlier call"),
    (lambda: random.choices([0, 1], [999, 1])[0] or next(1 for u in iter(random.random, 0) if u < 0.01),
     "again|seconds"),
    (remembers(0, lambda k: 1 - k), "memory"), (remembers(0, lambda k: min(k + 1, 150)), "memory"),
    (remembers(1, lambda k: (k * 16807) % 2147483647), "memory"), (shuffled_global, "memory"),
    (lambda rng: rng.choice([1, 2], size=()).shape, "these arguments"),
    (lambda rng: int(rng.choice(2, p=np.array([0.5, 0.5 + rng.integers(2)]))), "probabilities do not sum"),
    (lambda: 1 / 0, "ZeroDivisionError"), (lambda: os._exit(3), "ended"),
))
def test_refused(function, want, monkeypatch):
    monkeypatch.setattr("breadboard.ways.MOST_WAYS", 3000)
    monkeypatch.setattr("breadboard.ways.MOST_CHOICES", 120)
    with pytest.raises(NotFollowed, match=want):
        shares(following(function))


def test_the_advice_fits_the_call():
    """What is not followed is called by its name, with what is in its place: that is followed."""
    for function, says in (
        (lambda: random.Random(3).random() < 0.5, "made inside; make it once, outside of the function"),
        (lambda: random.seed(3), "seed, which reads or sets what a generator remembers; leave it out"),
        (lambda rng: rng.bit_generator.state, "bit_generator, which reads or sets"),
        (lambda: os.urandom(1), "urandom, .* draw by the module random or by a generator of NumPy"),
        (lambda rng: rng.bytes(1), "bytes, .* draw whole numbers by randrange or integers"),
        (lambda rng: rng.permuted([1, 2]), "permuted, .* use permutation"),
        (lambda rng: rng.poisson(2), "poisson, .* draw from a table by choice"),
    ):
        with pytest.raises(NotFollowed, match=says):
            shares(following(function))
    instead = following(lambda: R.random() < 0.5, lambda rng: int(rng.integers(2)),
                        lambda rng: rng.permutation([1, 2])[0], lambda rng: int(rng.choice(2, p=[0.5, 0.5])))
    assert [sorted(shares(instead, number).values()) for number in range(4)] == [[0.5, 0.5]] * 4


def test_proposals():
    """A move that is proposed with 1/4 and accepted with e^-2 has the proposal 1/4. Staying has none, and neither has a
    pick, nor a move where a rejection is tried again."""
    def again():
        while True:
            y = random.choice((1, 2))
            if random.random() < 0.5:
                return y

    some = following(metropolis, lambda: random.choice((0, 1)), again, start=0)
    assert {end: q for end, _, q in some.ask(0) if end} == dict.fromkeys((1, 2, 3, 4), 0.25)
    assert {q for _, _, q in some.ask(1)} == {q for _, _, q in some.ask(2)} == {None}


@pytest.mark.skipif(not hasattr(math, "ulp"), reason="Python 3.8 has none to compare with")
def test_the_step_to_the_next_float():
    for value in (0.0, 1.0, -1.0, 0.3, -0.7, 1e-300, -3e-310, 5e-324, 1e308, math.nextafter(1, 0)):
        assert ulp(value) == math.ulp(value)


def test_nothing_is_changed_here():
    state, moves, spare_numbers = random.getstate(), [*MOVES], spare.__defaults__[0]
    for step in (until_inside, shuffled_global, spare):
        with pytest.raises(NotFollowed) if step is not until_inside else open(os.devnull):
            shares(following(step))
    assert random.getstate() == state and moves == MOVES and not spare_numbers and random.random is uniform
