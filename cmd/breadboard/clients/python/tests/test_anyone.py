"""A generator passes wherever a package asks for rng, seed or random_state, and is followed there."""
import math

import pytest

from breadboard import assert_kernel, rng, validate

numpy = pytest.importorskip("numpy")
LOG_F = [0, 1, 0.5]


@pytest.mark.parametrize("draw", [
    lambda: rng.integers(2), lambda: rng.randint(2), lambda: rng.randrange(2), lambda: int(rng.random() < 0.5),
    lambda: numpy.random.default_rng(rng).integers(2), lambda: numpy.random.RandomState(rng.bit_generator).randint(2),
    lambda: rng.permutation(2)[0]])
def test_a_generator_for_anyone_is_followed(draw):
    assert isinstance(rng, numpy.random.Generator) and isinstance(rng, numpy.random.RandomState)
    assert {int(draw()) for _ in range(100)} == {0, 1}

    def step(x):
        y = (x + 1 + int(draw())) % 3
        return y if rng.random_sample() < math.exp(LOG_F[y] - LOG_F[x]) else x

    assert ": 9 ways" in assert_kernel(step, LOG_F)


def test_it_is_seeded_while_it_is_asked_and_then_as_it_was():
    def step(x):
        y = (x + rng.choice([1, 2])) % 3
        return y if math.exp(-rng.normal() ** 2 - rng.normal() ** 2) < math.exp(LOG_F[y] - LOG_F[x]) else x
    rng.seed(3)
    first, *_ = rng.random_sample(2)
    rng.seed(3)
    moves = [validate(LOG_F, step=step, full=True).words for _ in range(2)]
    assert moves[0] == moves[1] and rng.random_sample() == first


def test_packages_take_it():
    sklearn = pytest.importorskip("sklearn.utils")
    assert sklearn.check_random_state(rng) is rng
