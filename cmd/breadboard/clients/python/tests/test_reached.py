"""The states that a step reaches are found by following it."""
import itertools
import random
import time

import pytest

from breadboard import states, validate


def flip(spins):
    """Flip two neighbours: the parity stays."""
    i = random.randrange(3)
    return tuple(1 - s if k in (i, (i + 1) % 4) and random.random() < 0.3 + k / 10 else s for k, s in enumerate(spins))


def test_all_states_are_found_and_no_others():
    found = states((0, 0, 0, 0), flip)
    assert found[0] == (0, 0, 0, 0) and sorted(found) == sorted(itertools.product((0, 1), repeat=4))
    assert sorted(states(0, lambda x: (x + random.choice((2, 4))) % 6)) == [0, 2, 4]
    cycle = states(1, lambda x: x * 2 % 7 if random.random() < 0.5 else x)
    assert sorted(cycle) == [1, 2, 4] and validate(dict.fromkeys(cycle, 0.0), step=lambda x: x * 2 % 7 if
                                                    random.random() < 0.5 else x).ok


def test_loops_are_looked_at_until_they_are_as_unlikely_as_rounding():
    def jumps(x):
        while random.random() < 0.25:
            x += 1
        return min(x, 9)
    assert sorted(states(0, jumps)) == [*range(10)]


@pytest.mark.parametrize("step, words", [
    (lambda x: x + random.choice((1, 2)), "there are more than 100,000"),
    (lambda x: x + random.gauss(0, 1), "normal, which is not followed"),
    (lambda x: 1 // x, "ZeroDivisionError"),
])
def test_what_has_no_states_is_said(step, words):
    with pytest.raises(ValueError, match=words):
        states(0, step)


def test_a_search_without_end_is_ended():
    with pytest.raises(TimeoutError, match="use seconds= for more"):
        states(0, lambda x: time.sleep(600), seconds=0.1)
