"""A run tells the odds of its choices, and all of them the law of the function; what cannot be followed is refused.

    BREADBOARD=path/to/breadboard python3 -m pytest tests/test_following.py
"""
import bisect
import collections
import ctypes
import dataclasses
import functools
import itertools
import json
import math
import os
import random
import secrets
import subprocess
import sys
import tempfile
import time
import types
from math import log
from random import random as uniform

import pytest

import breadboard
from breadboard import held
from breadboard.following import Follower
from breadboard.source import NotFollowed
from breadboard.uniform import ulp

np = pytest.importorskip("numpy")
OWN, R, HERE = np.random.default_rng(1), random.Random(1), np.random.default_rng(2)
MOVES = [(1, 0), (-1, 0), (0, 1), (0, -1)]
HALF = type("Half", (random.Random,), {"random": lambda self: random.Random.random(self) / 2})(3).random
RANDOM, SLOTS, TWO = OWN.random, types.SimpleNamespace(k=0, rng=HERE), [[0, 0], [0, 0]]
P, SYSTEM = [0.2, 0.3, 0.5], random.SystemRandom()


class Held:
    rng = np.random.default_rng(5)

    def step(self):
        return bool(self.rng.random() < 0.25)


CLASS, FROZEN = Held, dataclasses.make_dataclass("Frozen", ["rng"], frozen=True, namespace={"step": Held.step})(HERE)
CLASS().step()  # so that the attribute was read before


class Functions:
    """Functions that are followed by their numbers, and end in words."""

    def __init__(self, functions):
        self.functions, self.rng = functions, HERE

    def aim(self, beta, logf, update):
        pass

    def run_from(self, number):
        function = self.functions[number]
        names = function.__code__.co_varnames if hasattr(function, "__code__") else ()
        return repr(function(*[self.rng] * ("rng" in names)))


def following(*functions, patience=10):
    return Follower(Functions(functions), patience)


def runs(follower, asked, again=False, marks=False):
    """Return runs as lists of choices, outcomes and an end."""
    return [json.loads(run) for run, _ in follower.ask((1, [], 0), asked, again, marks)]


def shares(follower, number=0):
    """Return the probability of each end of a function without loops, each way of which is run twice."""
    found, ways, rest = collections.Counter(), [], [[number]]
    while rest:
        asked, rest = rest, []
        for (_, *told), (choices, path, end) in zip(asked, runs(follower, asked)):
            odds = [[p for p in choice if p != "<"] for choice in choices]
            found[end] += math.prod(of[i] for of, i in zip(odds, path))
            ways.append((path, end))
            rest += [[number, *path[:at], i] for at in range(len(told), len(path)) for i, p in enumerate(odds[at])
                     if p > 0 and i != path[at]]
            assert path[:len(told)] == told and len(ways) < 5000
    again = runs(follower, [[number, *path] for path, _ in ways], again=True)
    assert [(path, end) for _, path, end in again] == ways, "led elsewhere"
    return found


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


def byte():
    return int.from_bytes(os.urandom(1), "big") & 3


def given_back():
    state = np.random.get_state()
    try:
        return bool(np.random.random() < 0.25)
    finally:
        np.random.set_state(state)


def first_time(kept=[]):
    """Fill a cache by a random name, as people make locks and files."""
    if not kept:
        kept.append(random.getrandbits(64))
        tempfile.TemporaryFile().close()
    return random.random() < 0.5


EVEN = {(1, 0): 0.5, (0, 1): 0.5}
FOLLOWED = (  # each with its law: a dict, outcomes that are all alike, or the probability of True
    (lambda: "a" if (u := random.random()) < 0.2 else "b" if u <= 0.5 else "c", {"a": 0.2, "b": 0.3, "c": 0.5}),
    # how people write it
    (running, {0: 0.2, 1: 0.3, 2: 0.5}), (on_arrays, {0: 0.5, 1: 0.5 - math.exp(-2) / 2, 2: math.exp(-2) / 2}),
    (two_axes, {(a, b): ((a == 0) + (a == b)) * P[b] / 2 for a in range(3) for b in range(3)}),
    (metropolis, {**{k: math.exp(-k) / 4 for k in (1, 2, 3, 4)}, 0: 1 - sum(math.exp(-k) / 4 for k in (1, 2, 3, 4))}),
    (lambda: bisect.bisect([0.1, 0.5], random.random()), {0: 0.1, 1: 0.4, 2: 0.5}),
    (lambda rng: int(np.searchsorted([0.1, 0.5], rng.random())), {0: 0.1, 1: 0.4, 2: 0.5}),
    (lambda rng: int(np.argmax(np.array([0.1, 0.5, 1.0]) > rng.random())), {0: 0.1, 1: 0.4, 2: 0.5}),
    (lambda: int(random.random() * 4 // 1), [0, 1, 2, 3]), (alias, [0, 1]), (byte, [0, 1, 2, 3]),
    (lambda: min(1, math.exp(-1)) > random.random(), math.exp(-1)), (lambda: random.random() * 0 + 1 > 0, 1),
    (lambda: int(random.uniform(-2, 2)), {-1: 0.25, 0: 0.5, 1: 0.25}), (lambda: abs(uniform() - 0.5) < 0.1, 0.2),
    (lambda: round(2 * random.random()), {0: 0.25, 1: 0.5, 2: 0.25}), (lambda: random.random() < math.nan, 0),
    (lambda rng: tuple(np.searchsorted([0.5], rng.random(2)).tolist()), [(0, 0), (0, 1), (1, 0), (1, 1)]),
    (lambda rng: np.searchsorted([0.3, 1], (rng.random() + np.arange(2)) / 2).tolist()[0], {0: 0.6, 1: 0.4}),
    # without loss of digits
    (lambda: random.expovariate(2) > 1, math.exp(-2)), (lambda: log(random.random()) < -800, 0),
    (lambda: 1 - random.random() < 1e-40, 1e-40), (lambda rng: bool(np.log1p(-rng.random()) < -40), math.exp(-40)),
    # types and meanings of the original
    (lambda: isinstance(u := random.random(), float) and 0.3 < u < 0.5, 0.2),
    (lambda rng: int((rng.random(3) < 0.5).sum()), {0: 0.125, 1: 0.375, 2: 0.375, 3: 0.125}),
    (lambda rng: int(rng.binomial(2, 0.5)), {0: 0.25, 1: 0.5, 2: 0.25}), (lambda rng: bool(rng.bytes(1)[0] < 64), 0.25),
    (lambda rng: int(rng.multinomial(1, [0.5, 0.25, 0.1]).argmax()), {0: 0.5, 1: 0.25, 2: 0.25}),
    (lambda: random.random() + 1 > random.random(), 1), (lambda rng: bool(rng.exponential(2.0) > 1), math.exp(-0.5)),
    (lambda rng: type((rng.random(2) < 0.5).sum()) is np.int64, 1),
    (lambda rng: int(np.where(~rng.choice([True, False], size=1), 1, 2)[0]), [1, 2]),
    (lambda rng: int((rng.integers(0, 2, size=1, dtype=np.uint8) * 2 - 1)[0]), [1, 255]),
    (lambda rng: tuple(rng.integers([0] + [1], [2, 3]).tolist()), [(0, 1), (0, 2), (1, 1), (1, 2)]),
    (lambda rng: bool((rng.uniform([0, 1], [1, 3]) < [0.5, 1.5]).all()), 0.125),
    (lambda rng: bool(np.isfinite(u := rng.random()) and not np.isnan(u) and u < 0.25), 0.25),
    (lambda rng: bool((np.isfinite(u := np.log(rng.random(2))) & (u < -1)).all()), math.exp(-2)),
    (lambda rng: int(rng.integers(1, 2, endpoint=True)), [1, 2]), (shuffled_rows, [(0, 0), (0, 1)]),
    (lambda rng: tuple(rng.choice(np.array([[0, 1], [2, 3]]), axis=1).tolist()), [(0, 2), (1, 3)]),
    (lambda rng: rng.choice(3, 2, replace=False, p=P)[0].item(), {0: 0.2, 1: 0.3, 2: 0.5}),
    (lambda rng: bool(0.5 < u[0] < 0.501) if (u := rng.random(2)).dtype == float else 2, 0.001),
    (lambda rng: str(rng.choice(["left", "right"], p=[0.2, 0.8])), {"left": 0.2, "right": 0.8}),
    (lambda: random.sample(range(9), 1)[0], range(9)), (lambda: random.getrandbits(2), range(4)),
    (lambda: random.choices("ab", cum_weights=[3, 4])[0], {"a": 0.75, "b": 0.25}),
    # all of several that are drawn: without replacement no pair has one twice
    (lambda: tuple(random.sample(range(4), 2)), [*itertools.permutations(range(4), 2)]),
    (lambda: "".join(random.sample("abc", 3)), [*map("".join, itertools.permutations("abc"))]),
    (lambda: tuple(random.choices("ab", k=2)), [*itertools.product("ab", repeat=2)]),
    (lambda rng: tuple(rng.choice(3, 2, replace=False, p=P).tolist()), {
        (x, y): P[x] * P[y] / (1 - P[x]) for x, y in itertools.permutations(range(3), 2)}),
    (lambda rng: tuple(rng.choice(3, 2, p=P).tolist()), {
        (x, y): P[x] * P[y] for x, y in itertools.product(range(3), repeat=2)}),
    (lambda rng: tuple(rng.permutation(3).tolist()), [*itertools.permutations(range(3))]),
    (changed(random.choice), EVEN), (changed(lambda rows: random.sample(rows, 2)[0]), EVEN),
    (lambda: random.choice(TWO) is TWO[0], 0.5),
    # wherever generators are named
    (lambda: uniform() < 0.25, 0.25), (lambda: bool(np.random.random() < 0.25), 0.25),
    (lambda: bool(OWN.random() < 0.25), 0.25), (lambda: R.randint(1, 2), [1, 2]), (lambda: CLASS.step(CLASS()), 0.25),
    (lambda own=np.random.default_rng(4): bool(own.random() < 0.25), 0.25), (FROZEN.step, 0.25), (counted, 0.5),
    (lambda held=[OWN]: bool(held[0].random() < 0.25), 0.25), (lambda: bool(SLOTS.rng.random() < 0.25), 0.25),
    (lambda held=((np.random.default_rng(6),),): bool(held[0][0].random() < 0.25), 0.25),
    (functools.partial(lambda own: bool(own.random() < 0.25), own=OWN), 0.25), (lambda: bool(RANDOM() < 0.25), 0.25),
    (functools.partial(lambda own: bool(own.random() < 0.25), OWN), 0.25), (lambda: HALF() < 0.3, 0.6),
    (lambda rng: int(rng.random() < 0.25) if type(rng) is np.random.Generator else 2, {0: 0.75, 1: 0.25}),
    (lambda rng: bool(np.random.default_rng(rng).random() < 0.25), 0.25), (lambda: random.Random.random(R) < 0.5, 0.5),
    (lambda: random.SystemRandom.random(SYSTEM) < 0.25 and SYSTEM.randrange(4) == 0, 0.0625),
    (lambda: secrets.randbelow(4), range(4)), (lambda: bool(np.random.mtrand._rand.random() < 0.25), 0.25),
    # made inside, without a seed
    (lambda: bool(np.random.default_rng().random() < 0.25), 0.25), (lambda: random.Random().random() < 0.25, 0.25),
    (lambda: bool(np.random.RandomState().rand() < 0.25), 0.25),
    # given back
    (given_back, 0.25),
)


def test_followed():
    """One copy of the process follows all of them, one after the other."""
    follower = following(*(function for function, _ in FOLLOWED))
    for number, (_, law) in enumerate(FOLLOWED):
        law = {True: law, False: 1 - law} if isinstance(law, (int, float)) else law
        law = law if isinstance(law, dict) else dict.fromkeys(law, 1 / len(law))
        assert shares(follower, number) == {repr(end): pytest.approx(p, 1e-12) for end, p in law.items() if p}, number


def test_what_is_done_the_first_time_is_no_choice():
    assert shares(following(first_time)) == {"True": 0.5, "False": 0.5}


def until_inside():
    while True:
        move = MOVES[random.randrange(4)]
        if min(move) == 0:
            return move


def by_itself(rng):
    move = MOVES[rng.integers(4)]
    return move if min(move) == 0 else by_itself(rng)


def again(change):
    """Return a step that changes something hidden while it draws, as often as a coin says."""
    def step():
        SLOTS.k = 0
        while random.random() < 0.5:
            SLOTS.k = change(SLOTS.k)
        return SLOTS.k
    return step


def wilson():
    """A spanning tree of a square with a diagonal, by walks that forget their loops: its first edge of corner 3."""
    near, to, tree = {0: (1, 2, 3), 1: (0, 2), 2: (0, 1, 3), 3: (0, 2)}, {}, {0}
    for begin in (3, 1, 2):
        x = begin
        while x not in tree:
            to[x] = random.choice(near[x])
            x = to[x]
        while begin not in tree:
            tree.add(begin)
            begin = to[begin]
    return to[3]


def masked():
    while (x := random.getrandbits(8) & 15) >= 10:
        pass
    return x


MOD3 = {0: 4 / 7, 1: 2 / 7, 2: 1 / 7}
LOOPS = (
    (until_inside, EVEN), (by_itself, EVEN), (wilson, {0: 5 / 8, 2: 3 / 8}), (masked, dict.fromkeys(range(10), 0.1)),
    (lambda: sum(iter(lambda: random.randrange(2), 0)) % 3, MOD3), (again(lambda k: (k + 1) % 3), MOD3),
    (again(lambda k: min(k + 1, 12)), {**{k: 0.5 ** (k + 1) for k in range(12)}, 12: 0.5 ** 12}),
)


def test_loops():
    """Each function is a cell from which a step goes to what it returns: q has all laws."""
    begins = range(len(LOOPS))
    states = [*begins, *((number, end) for number, (_, law) in enumerate(LOOPS) for end in law)]

    def step(state, beta, rng=HERE):
        if state not in begins:
            return state
        function = LOOPS[state][0]
        return state, function(*[rng] * ("rng" in function.__code__.co_varnames))

    initial = [0.0 if state in begins else -1e4 for state in states]
    run = breadboard.exact(dict.fromkeys(states, 0.0), step=lambda state, beta: step(state, beta), T=2, initial=initial)
    for number, (_, law) in enumerate(LOOPS):
        found = {end: run.q[number, end] * len(LOOPS) for end in law}
        assert found == {end: pytest.approx(p, rel=1e-9) for end, p in law.items()}, number


def swallows():
    try:
        return [1, 2, 3][int(abs(random.gauss(0, 1)))]
    except:  # noqa: E722  pylint: disable=bare-except
        return 0


@functools.lru_cache
def cached():
    return np.random.default_rng(7)


def spare(kept=[]):
    if not kept:
        kept.extend(random.random() for _ in range(2))
    return kept.pop() < 0.3


def shuffled_global():
    random.shuffle(MOVES)
    return MOVES[0]


@pytest.mark.parametrize("function, want", (
    (swallows, "normal"), (lambda: float(random.random()) < 0.5, "float of"), (lambda rng: rng.normal() < 0, "normal"),
    (lambda: random.random() < random.random(), "two random numbers"), (lambda: random.getstate()[1], "getstate"),
    (lambda: str(random.random())[-1] == "7", "str of"), (lambda: f"{random.random():.1f}" > "0.4", "format of"),
    (lambda: type(random.random()) is float, "led elsewhere"), (lambda: hasattr(random.random(), "hex"), "hex of"),
    (lambda: math.pow(random.random(), 2) < 0.5, "float of"), (lambda: round(random.random(), 1) > 0.5, "round to"),
    (added, "put into an array in its place.*add.*w = w . u"), (lambda rng: np.sinh(rng.random()) < 0, "sinh of"),
    (lambda rng: bool(np.logaddexp(rng.random(2), 1)[0] < 1.1), "numpy.logaddexp of a random number"),
    (lambda rng: [*rng.random(2)].index("a"), "ValueError: 'a' is not in list"),
    (lambda: int(random.random() * 100_000) % 3, "rounded to more than 10,000 whole numbers"),
    (lambda rng: bool(np.log(rng.uniform(-1, 1)) < -0.5), "log of a random number that may be below 0"),
    (lambda rng: bool(rng.random(dtype=np.float32) < 0.3), "another type"),
    (lambda rng: bool(rng.standard_exponential(out=np.zeros(1))[0] < 1), "standard_exponential into an array"),
    (lambda: (random.random() + 1e12) - 1e12 == 0.5, "loses digits"), (lambda: random.sample({0: "a"}, 1), "TypeError"),
    (lambda: random.random() < np.float32(0.3), "another precision"),
    (lambda: random.Random(3).random() < 0.5, "made inside with a seed; make it once, outside of the function"),
    (lambda: np.random.default_rng(int(time.time())).random(), "made"),
    (lambda: bool(cached().random() < 1e-6), "made inside"),
    (lambda: np.random.Generator(np.random.PCG64(1)).random() < 0.5, "made inside"),
    (lambda rng: rng.bit_generator, "bit_generator, which reads or sets .* leave it out"),
    (lambda rng: rng.permuted([1, 2]), "permuted, .* use permutation"),
    (lambda rng: rng.vonmises(0, 2), "vonmises, .* draw from a table by choice"),
    (lambda: random.randrange(10 ** 9), "a choice of more than 100,000"), (spare, "kept from an earlier call"),
    (lambda rng: int(rng.poisson(1e8)), "poisson of more than 100,000 outcomes"), (shuffled_global, "led elsewhere"),
    (lambda rng: rng.choice([1, 2], size=()).shape, "these arguments"),
    (lambda rng: int(rng.choice(2, p=np.array([0.5, 0.5 + rng.integers(2)]))), "probabilities do not sum"),
    (lambda: 1 / 0, "ZeroDivisionError"), (lambda: os._exit(3), "ended"), (lambda: [*iter(random.random, 0)], "again"),
))
def test_refused(function, want):
    with pytest.raises((NotFollowed, AssertionError), match=want):
        ends = shares(following(function))
        assert not any(end.startswith("an error, ") for end in ends), ends


def test_a_run_is_told():
    """Outcomes that are not there are taken by their number among those that are; later ones fall. A comparison is told
    apart. An error is an end, and so is a refusal of a run as unlikely as rounding."""
    def function(rng=HERE):
        if rng.choice(3, p=[0.25, 0, 0.75]) == 2 and random.random() < 1e-13:
            return random.gauss(0, 1)
        return 1 // random.randrange(2)

    some = runs(following(function), [[0, 0, 0], [0, 1, 0], [0, 9, 1, 7], [0, 5, 0], [0]])
    assert [run[1] for run in some[:4]] == [[0, 0], [2, 0], [2, 1, 1], [2, 0]] and some[4][1][0] in (0, 2)
    assert some[0][0] == [[0.25, 0.0, 0.75], [0.5, 0.5]] and some[2][0][1] == ["<", 1e-13, 1 - 1e-13]
    assert some[2][2] == "1" and some[0][2] == "an error, ZeroDivisionError: integer division or modulo by zero"
    assert some[1][2].startswith("normal, which is not followed")


def test_marks():
    """A mark is of the lines and the numbers held there: those of a loop are alike, and those of a counter are not."""
    def alike():
        while random.random() < 0.5:
            pass

    def counts():
        k = 0
        while random.random() < 0.5:
            k += 1

    for function, many in (alike, 1), (counts, 12):
        follower = following(function)
        for _ in range(2):
            (choices, *_), (again, *_) = runs(follower, [[0, *[0] * 11, 1]] * 2, marks=True)
            assert choices == again and all(mark.startswith("@") for *_, mark in choices)
            assert len({mark for *_, mark in choices}) == many


def test_patience():
    """A run that waits or is busy is given up when its time is over; others may take long together."""
    follower = following(lambda: time.sleep(0.05), patience=0.2)
    assert len(runs(follower, [[0]] * 30)) == 30
    for late in (lambda: time.sleep(1000), lambda: [*iter(int, 1)]):
        with pytest.raises(NotFollowed, match="a run takes more than 0.2 seconds; patience="):
            runs(following(late, patience=0.2), [[0]])


def appending():
    with open(os.environ["APPENDED"], "a") as file:
        file.write("line")
    return random.randrange(2)


def test_without_copies(monkeypatch, tmp_path):
    """Where a process cannot be copied, runs are made in another one, to which functions are sent. What they write
    leads nowhere there, too."""
    monkeypatch.delattr(os, "fork")
    monkeypatch.setenv("APPENDED", str(tmp_path / "appended"))
    follower = following(appending)
    assert shares(follower) == {"0": 0.5, "1": 0.5} and not (tmp_path / "appended").exists()
    follower.end()
    follower = following(metropolis, until_inside)
    assert shares(follower) == {repr(end): pytest.approx(p) for end, p in FOLLOWED[4][1].items()}
    follower.end()
    with pytest.raises(NotFollowed, match="Windows cannot copy a process, .* define it by def in a file, outside of"):
        runs(following(lambda: 0), [[0]])
    script = tmp_path / "script.py"
    script.write_text("import os, breadboard\nif hasattr(os, 'fork'):\n    del os.fork\ndef step(x):\n    return x\n"
                      "print(breadboard.validate([0, 0], step=step).words)\n")
    path = {**os.environ, "PYTHONPATH": os.path.dirname(os.path.dirname(breadboard.__file__))}
    said = subprocess.run([sys.executable, script], env=path, capture_output=True, text=True, check=False)
    assert "if __name__ == " in " ".join(said.stdout.split()) and said.stdout.count("Your step") == 1, said


def test_generators_of_one_seed_are_an_error():
    """Right twins have a seed each, or are one."""
    def walk(a, b):
        return lambda x: (x + (1 if a.random() < 0.5 else 2)) % 3 if b.random() < 0.5 else x

    for make in random.Random, np.random.default_rng, np.random.RandomState:
        one = make(1)
        assert breadboard.validate([0, 0, 0], step=walk(make(1), make(2))).ok
        assert breadboard.validate([0, 0, 0], step=walk(one, one)).ok
        with pytest.raises(breadboard.BadInput, match="two generators are in one state, as of one seed"):
            breadboard.validate([0, 0, 0], step=walk(make(1), make(1)))


def test_a_generator_that_cannot_be_named_is_found():
    """By its moves: a way led elsewhere, or no way leads where the step goes."""
    hidden = iter(np.random.default_rng(3).random, None)
    with pytest.raises(breadboard.BadInput, match="remembers|generator that is not seen"):
        breadboard.exact([0, 1, 0.5], step=lambda x, beta: random.randrange(3) if next(hidden) < 0.5 else x, T=3)


def test_nothing_is_changed_here():
    state, moves, spare_numbers = random.getstate(), [*MOVES], spare.__defaults__[0]
    for step in (shuffled_global, spare):
        with pytest.raises((NotFollowed, AssertionError)):
            shares(following(step))
    assert random.getstate() == state and moves == MOVES and not spare_numbers and random.random is uniform


@pytest.mark.skipif(not hasattr(math, "ulp"), reason="Python 3.8 has none to compare with")
def test_the_step_to_the_next_float():
    for value in (0.0, 1.0, -1.0, 0.3, -0.7, 1e-300, -3e-310, 5e-324, 1e308, math.nextafter(1, 0)):
        assert ulp(value) == math.ulp(value)


HIDDEN = ctypes.CDLL(None)
PICKS = np.random.default_rng(3)


class Picker:
    state = 0

    def __init__(self):
        self.own = np.random.RandomState(1)

    def draw(self):
        return int(self.own.rand() < 0.03)

    def step(self):
        other = 1 - self.state
        if self.own.rand() < (0.03 / 0.97) ** (other - self.state):
            self.state = other


@pytest.mark.parametrize("draw", [lambda: int(PICKS.random() < 0.03), lambda: int(uniform() < 0.03), Picker().draw,
                                  lambda: int(HIDDEN.rand() % 1000 < 30)])
def test_a_sampler_is_looked_into_and_not_accused_by_numbers_that_are_not_seen(draw):
    verdict = breadboard.validate([log(0.97), log(0.03)], draw=draw)
    assert verdict.ok and ("Followed: 2 ways" in verdict.words) == ("not enough" != verdict.status), verdict.words


def test_an_object_that_a_step_changes_is_looked_into():
    of = Picker()
    put = functools.partial(setattr, of, "state")
    words = breadboard.assert_kernel(of.step, [log(0.97), log(0.03)], get=lambda: of.state, set=put)
    assert "Followed: 3 ways" in words


COUNT = 0


def of_module():
    global COUNT  # pylint: disable=global-statement
    COUNT += 1
    return COUNT


def of_closure():
    count = 0

    def call():
        nonlocal count
        count += 1
        return count
    return call


def of_object(holder):
    def call():
        holder.count = getattr(holder, "count", 0) + 1
        return holder.count
    return call


def of_container(holder):
    def call():
        now = [*holder]
        if isinstance(holder, (set, dict)):
            holder.clear()
            holder.update({len(now) + now[0]: 0} if isinstance(holder, dict) else {now[0] + 1})
        else:
            holder[0] = now[0] + 1
            getattr(holder, "append", abs)(1)
        return now
    return call


@pytest.mark.parametrize("call", [
    of_module, of_closure(), of_object(types.SimpleNamespace()), of_object(type("Class", (), {})), of_object(Held()), of_container([0]),
    of_container({0}), of_container(collections.deque([0])), of_container(np.zeros(2)), of_container(bytearray(2)),
    of_container({0: 0, 5: 1})])
def test_what_a_function_holds_is_put_back(call):
    holds = held.Held({"call": call}, call)
    first = call()
    for _ in range(3):
        holds.put_back()
        assert call() == first
    holds.put_back()
    assert call() == first != call()


def test_an_order_that_is_shuffled_in_its_place_is_put_back():
    """No row depends on it, where those of a step that adapts do: that one remembers."""
    order, scale, log_f = [0, 1], [1.0], {(0, 0): 0.3, (0, 1): 1.0, (1, 0): -0.4, (1, 1): 0.0}

    def step(cell):
        random.shuffle(order)
        for axis in order:
            other = tuple(1 - at if k == axis else at for k, at in enumerate(cell))
            if random.random() < math.exp(log_f[other] - log_f[cell]) * scale[0]:
                cell = other
        return cell

    def adapts(cell):
        moved = step(cell)
        scale[0] = 0.9 if cell[0] else 0.5
        return moved

    assert "was put back" in " ".join(breadboard.assert_kernel(step, log_f).split())
    with pytest.raises(AssertionError, match=r"(?s)remembers\s+earlier"):
        breadboard.assert_kernel(adapts, log_f)


def test_a_step_that_tells_no_choice_is_not_accused_by_its_ways():
    """Numbers that are not seen may fall alike twice; a step without any is a way."""
    def hidden(x):
        return x if HIDDEN.rand() % 1000 < 970 else (x + 1) % 4
    verdict = breadboard.validate([0.0] * 4, step=hidden)
    assert verdict.ok and verdict.status == "not enough", verdict.words
    turns = breadboard.validate([0.0] * 4, step=lambda x: (x + 1) % 4)
    assert turns.ok and "Followed: 4 ways" in turns.words, turns.words
    assert not breadboard.validate([0.0] * 4, step=lambda x: 0).ok


def test_inherited_methods_are_followed_of_a_class_in_another_module(tmp_path, monkeypatch):
    (tmp_path / "base_of_it.py").write_text(
        "from random import shuffle\nfrom numpy.random import choice\n\n\nclass Base:\n    def mix(self, of):\n"
        "        shuffle(of)\n        return of\n\n    @staticmethod\n    def one(n):\n        return choice(n)\n")
    monkeypatch.syspath_prepend(tmp_path)
    from base_of_it import Base  # pylint: disable=import-error,import-outside-toplevel

    class Middle(Base):
        pass

    class Derived(Middle):
        def go(self):
            return self.mix([0, 1, 2])[self.one(3)]

    verdict = breadboard.validate([0, 0, 0.0], draw=lambda: Derived().go(), require="exact")
    assert verdict.ok and "Followed: 18 ways" in verdict.words, verdict.words


ORDERS = {
    "cell, beta, logf, rng": lambda cell, beta, logf, rng: by_all(cell, beta, logf, rng),
    "cell, rng, beta": lambda cell, rng, beta: by_all(cell, beta, None, rng),
    "cell, logf, rng": lambda cell, logf, rng: by_all(cell, None, logf, rng),
    "x, beta, rng": lambda x, beta, rng: by_all(x, beta, None, rng),
    "x, *, rng, b": lambda x, *, rng, b: by_all(x, b, None, rng),
    "x, tries, beta": lambda x, tries=1, beta=None: by_all(x, beta, None, np.random),
    "x, b, /": lambda x, b, /: by_all(x, b, None, np.random),
}
HEIGHTS = [0.0, 1.0, -0.5, 0.7]


def by_all(cell, beta, logf, rng):
    """Move by Metropolis from a cell, by beta or by the density of its level."""
    assert isinstance(cell, int) and (logf is None or beta is None or np.allclose(logf, beta * np.array(HEIGHTS)))
    to = int(rng.choice([(cell + 1) % 4, (cell + 3) % 4]))
    rise = logf[to] - logf[cell] if logf is not None else beta * (HEIGHTS[to] - HEIGHTS[cell])
    return to if np.log(rng.random()) < rise else cell


@pytest.mark.parametrize("order", ORDERS)
def test_parameters_of_a_step_are_read_by_name(order):
    verdict = breadboard.validate(HEIGHTS, step=ORDERS[order], T=3, require="exact")
    assert verdict.ok and verdict.balance == "reversible", verdict.words


def test_a_function_as_a_default_is_the_steps_own():
    def step(x, logf=lambda y: HEIGHTS[y]):
        y = (x + random.choice([1, 3])) % 4
        return y if random.random() < math.exp(min(0, logf(y) - logf(x))) else x

    assert breadboard.validate(HEIGHTS, step=step).ok
    with pytest.raises(TypeError, match="step takes tries.*lambda cell, beta: by_tries.cell, ..., tries=...."):
        breadboard.validate(HEIGHTS, step=by_tries)


def by_tries(cell, tries, beta):
    return cell
