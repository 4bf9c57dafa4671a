"""A class or a function is taken out of a file whose imports are not there."""
import random
import runpy

import pytest

from breadboard import lift, validate

FILE = '''
from dataclasses import dataclass
import math
import nowhere_to_be_found as tf
from .beside import helper, Base
from nowhere_to_be_found import never_used

from os.path import *
try:
    import nowhere_to_be_found as guarded
except ImportError:
    from . import guarded

LOG_F = [0, 1, 0.5]
raise_if_executed = 1 / 0 if False else tf  # of no class below

def accepts(x, y):
    return math.log(helper.random()) < LOG_F[y] - LOG_F[x]

@dataclass
class Walk(Base):
    x: tf.Tensor = 0

    def step(self, x):
        y = (x + helper.choice([1, 2])) % 3
        return y if accepts(x, y) else x

def no_base():
    return Base.method()

def by_star():
    return basename("b/a")

def by_guarded():
    return guarded.name()
'''


@pytest.fixture(name="path")
def fixture_path(tmp_path):
    path = tmp_path / "sampler.py"
    path.write_text(FILE, encoding="utf-8")
    return path


def test_a_class_is_lifted_with_what_it_names(path):
    walk = lift(path, "Walk", {"helper": random, "Base": object})()
    verdict = validate([0, 1, 0.5], step=walk.step)
    assert verdict.ok and "followed" in verdict.words.lower(), verdict.words
    assert lift(path, "Walk.step", {"helper": random, "Base": object})(walk, 0) in (0, 1, 2)


def test_what_is_missing_is_named(path):
    with pytest.raises(ImportError, match="sampler.py, line 5: .* give lift.*'Base'"):
        lift(path, "Walk", {"helper": random})
    assert lift(path, "by_star")() == "a"
    with pytest.raises(ImportError, match="'guarded'"):
        lift(path, "by_guarded")()
    with pytest.raises(ImportError, match="'Base'"):
        lift(path, "no_base")()
    with pytest.raises(ValueError, match="has no Run; it has .*Walk"):
        lift(path, "Run")


ALONE = '''
import xml.dom.minidom
import os.path, os as system
import collections.abc as abc

LIMIT = 1
LIMIT = LIMIT + 2
LIMIT *= 5
first, (second, *rest) = 1, (2, 3, 4)

if LIMIT > 10:
    def many():
        return 1
else:
    def many():
        return 2

def limit():
    return LIMIT, many()

def once():
    return 1

before = once

def once():
    return 2 + before()

def of_packages():
    tree = xml.dom.minidom.parseString("<a/>").documentElement.tagName
    return tree, os.path.join("a", system.curdir), isinstance([], abc.Sequence)

def unpacked():
    return first, second, rest

class Base:
    value = 1

class Of(Base):
    value = Base.value + 1

class Base:
    value = 5

def of_base():
    return Of.value, Base.value
'''


@pytest.mark.parametrize("name", ["limit", "once", "of_packages", "unpacked", "of_base"])
def test_what_is_lifted_is_what_the_file_has(name, tmp_path):
    """A function does what it does in its file as a whole: a name that is bound again has its last value, and what is
    bound between sees the value before; a package that is imported with what is in it has both."""
    path = tmp_path / "alone.py"
    path.write_text(ALONE, encoding="utf-8")
    assert lift(path, name)() == runpy.run_path(str(path))[name]()


def test_a_loop_comes_for_a_name_of_the_file_and_not_for_a_variable_of_the_function(tmp_path):
    path = tmp_path / "loops.py"
    path.write_text("for y in [0]:\n    1 / y\n\nTABLE = {}\nfor k in range(3):\n    square = k * k\n\n\n"
                    "def step(x):\n    def inner(y):\n        return y + 1\n    y = x\n    return [inner(y) for k in 'a']\n\n\n"
                    "def last(x):\n    return square + x\n", encoding="utf-8")
    assert lift(path, "step")(1) == [2]
    assert lift(path, "last")(1) == 5
    path.write_text("for y in [0]:\n    1 / y\n\n\ndef step(x):\n    return y\n", encoding="utf-8")
    with pytest.raises(ZeroDivisionError):  # whose name is of the file
        lift(path, "step")
