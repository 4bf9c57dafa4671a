"""What the scripts of the pages share."""
import __future__
import ast
import math
import pathlib
import statistics
import sys


def mean(values, batches=20):
    """Return a mean and its standard error, from the means of batches, as "0.571 +- 0.001"."""
    n = len(values) // batches
    means = [sum(values[i * n:(i + 1) * n]) / n for i in range(batches)]
    return f"{statistics.mean(means):.4f} +- {statistics.stdev(means) / batches ** 0.5:.4f}"


def distance(seen, law):
    """Return the total variation between a Counter of what was seen and a law."""
    n = sum(seen.values())
    return f"{sum(abs(seen[x] / n - law.get(x, 0)) for x in {*seen, *law}) / 2:.4f}"


def log_dirichlet(counts, a):
    """Return log of the probability of categories with these counts under a Dirichlet(a, ..., a) prior."""
    return sum(math.lgamma(a + c) - math.lgamma(a) for c in counts) + math.lgamma(len(counts) * a) \
        - math.lgamma(len(counts) * a + sum(counts))


def text(path, *cures):
    """Return the text of a file with cures, which are pairs of a fragment and what stands in its place."""
    code = pathlib.Path(path).read_text(encoding="utf-8")
    for old, new in cures:
        assert code.count(old) == 1, f"{old} is {code.count(old)} times in {path}"
        code = code.replace(old, new)
    return code


def load(path, name, *cures):
    """Import a file under a name, and with cures."""
    sys.modules[name] = module = type(sys)(name)
    module.__file__, module.__package__ = str(path), name.rpartition(".")[0]
    exec(compile(text(path, *cures), str(path), "exec"), module.__dict__)
    return module


def take(path, given, *names, cures=()):
    """Return classes and functions of a file without its imports. What they need of these is given by name."""
    tree = ast.parse(text(path, *cures))
    tree.body = [part for part in tree.body if getattr(part, "name", "") in names]
    exec(compile(tree, str(path), "exec", __future__.annotations.compiler_flag), given)
    return [given[name] for name in names]


def package(name, folder):
    """Let modules of a package be imported without its __init__, which needs more."""
    sys.modules[name] = module = type(sys)(name)
    module.__path__ = [str(folder)]
