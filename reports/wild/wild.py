"""What recipes are made of: the code of a package as it was released, and its kernels."""
import bisect
import collections
import functools
import inspect
import io
import itertools
import json
import math
import os
import pathlib
import random
import subprocess
import sys
import tarfile
import time
import types

HERE = pathlib.Path(__file__).resolve().parent
sys.path.append(str(HERE.parents[1] / "cmd/breadboard/clients/python"))
import breadboard

FOLDER = pathlib.Path(os.environ.get("BREADBOARD_WILD", pathlib.Path.home() / ".cache/breadboard-wild"))
SECONDS = 25  # of a verdict
DRAWS, LATEST = 100_000, 5  # steps from draws of p that are made without breadboard, and processor seconds for them
version = ""
verdicts = True  # whether breadboard judges too


def source(repository, commit, *paths):
    """Return the folder of a repository at a commit, from where its modules are imported. Of a large one take paths.

    It is cloned from GitHub, or taken from a clone that lies in the folder BREADBOARD_WILD as owner+name."""
    global version
    version = f"{repository} {commit[:9]}"
    clone, files = FOLDER / repository.replace("/", "+"), FOLDER / f"{repository.replace('/', '+')}@{commit[:9]}"
    if not files.exists():
        git = ["git", "-C", str(clone)]
        if not clone.exists():
            subprocess.run(["git", "clone", "--quiet", "--filter=blob:none", "--no-checkout",
                            f"https://github.com/{repository}", str(clone)], check=True)
        kept = subprocess.run([*git, "archive", commit, *paths], check=True, capture_output=True).stdout
        files.mkdir()
        with tarfile.open(fileobj=io.BytesIO(kept)) as archive:
            archive.extractall(files)
    for name in [name for name in sys.modules if name.partition(".")[0] in paths]:
        del sys.modules[name]  # of another commit
    sys.path.insert(0, str(files))
    return files


def installed(name):
    """Return a package of the system."""
    global version
    module = __import__(name)
    version = f"{name} {module.__version__}"
    return module


def absent(*names, **holds):
    """Let modules be imported that are not there, and that no kernel uses: their names are classes without anything."""
    class Absent(types.ModuleType):
        def __getattr__(self, name):
            if name.startswith("__"):
                raise AttributeError(name)
            return type(name, (), {})
    for name in names:
        sys.modules[name] = module = Absent(name)
        module.__path__ = []
        vars(module).update(holds)


def cured_by(path, name, *cures):
    """Return the module of a file under a name, with cures: pairs of a fragment and what stands in its place."""
    sys.path.append(str(HERE / "pages"))
    from measure import load
    return load(path, name, *cures)


def weights(of):
    """Return log f of states by their weights."""
    return {state: math.log(weight) if weight > 0 else -math.inf for state, weight in of.items()}


def alike(states):
    """Return log f of states that are all alike."""
    return dict.fromkeys(states, 0.0)


def resampled(W, offsets=5):
    """Return the laws of N indices by N weights: independent, by strata, systematic, and residual.

    N times each weight is a multiple of 1/offsets, so that as many offsets have all systematic draws, alike."""
    N, ends = len(W), [*itertools.accumulate(W, initial=0)]
    draws = [*itertools.product(range(N), repeat=N)]
    strata = [[max(0, min((j + 1) / N, ends[i + 1]) - max(j / N, ends[i])) for i in range(N)] for j in range(N)]
    systematic = collections.Counter(tuple(
        bisect.bisect_left(ends[1:], (j + (k + 0.5) / offsets) / N) for j in range(N)) for k in range(offsets))
    kept = [i for i, w in enumerate(W) for _ in range(int(N * w))]
    rest = [N * w - int(N * w) for w in W]
    more = itertools.product(range(N), repeat=N - len(kept))
    return types.SimpleNamespace(
        independent=weights({a: math.prod(W[i] for i in a) for a in draws}),
        strata=weights({a: math.prod(strata[j][i] for j, i in enumerate(a)) for a in draws}),
        systematic=weights(systematic),
        residual=weights({(*kept, *a): math.prod(rest[i] for i in a) for a in more}))


def kernels(**shared):
    """Return kernel with what its calls share."""
    return functools.partial(kernel, **shared)


def kernel(name, logf, step=None, *, law, true, called, kind, compare=None, **given):
    """Judge a kernel of a package, or with draw= a direct sampler, as it stands: by breadboard, and without it by the
    ends of its steps from draws of p. What is known goes before the verdict:

    law     the source of log f: a docstring, a paper, or the kernel's own
    true    "right", or what is wrong and how it is known
    called  as a user, by lift, by __new__, or with stand-ins; of two the one that is farther from a user
    kind    MCMC, draws, control, or convention

    compare is a step, or a sampler, that is cured: how far both are from p in the long run is shown."""
    line = {"package": version, "kernel": name, "states": len(logf), "kind": kind, "called": called, "law": law,
            "true": true}
    result, words = None, ""
    if verdicts:
        begun = time.time()
        try:
            result = breadboard.validate(logf, step=step, time=SECONDS, **given)
            words = result.words
            line |= {"how": how(words), "verdict": result.status, "calls": result.rows[0].get("calls", "")}
        except Exception as error:  # pylint: disable=broad-except
            words = f"{type(error).__name__}: {error}"
            line |= {"how": "refused", "verdict": "", "calls": ""}
        line["seconds"] = round(time.time() - begun, 1)
    line["by draws"] = by_draws(logf, step, **given)
    print(f"{version}: {name}, {len(logf)} states\n{words}\n{json.dumps(line)}\n", flush=True)
    if compare and result:
        cured = breadboard.validate(logf, **{"draw" if "draw" in given else "step": compare}, time=SECONDS)
        print(f"In the long run it is {distance(logf, result)} from p in total variation, and {distance(logf, cured)} "
              f"when it is cured:\n{cured.words}\n", flush=True)


def distance(logf, result):
    """Return the total variation between p and the stationary distribution of a result that has rows."""
    p = [math.exp(value - max(logf.values())) for value in logf.values()]
    return f"{sum(abs(a - b / sum(p)) for a, b in zip(result.rows[0]['stationary'], p)) / 2:.2g}"


def how(words):
    """Return how a kernel was judged."""
    if "Judged by moves" in words:
        return "by moves"
    return "learnt" if "Learnt:" in words else "followed"


def by_draws(logf, step=None, draw=None, get=None, set=None, **_):  # pylint: disable=redefined-builtin
    """Return the p-value of Pearson's test that a step from draws of p ends in p."""
    import numpy
    random.seed(1)
    own = {"rng": numpy.random.default_rng(1)} if "rng" in inspect.signature(draw or step).parameters else {}
    states, most = [*logf], max(logf.values())
    p = [math.exp(value - most) for value in logf.values()]
    counts, begun, n = collections.Counter(), time.process_time(), 0
    for n in range(1, DRAWS + 1):
        x = random.choices(states, p)[0]
        if draw:
            counts[draw(**own)] += 1
        elif set:
            set(x)
            step(**own)
            counts[get()] += 1
        else:
            counts[step(x, **own)] += 1
        if time.process_time() - begun > LATEST:
            break
    if sum(counts[x] for x, v in zip(states, p) if v > 0) < n:
        return "0"  # it ends elsewhere
    return f"{pearson([n * v / sum(p) for v in p], [counts[x] for x in states]):.2g} of {n}"


def pearson(expected, seen):
    """Return the p-value of Pearson's test. Cells that expect fewer than 5 are pooled by what they expect, and then by
    place; pools by what was seen would have rare cells together, and right draws would fail."""
    from scipy import stats
    pools = [[0, 0]]
    for e, s in sorted(zip(expected, seen), key=lambda cell: cell[0]):
        if pools[-1][0] >= 5:
            pools.append([0, 0])
        pools[-1][0] += e
        pools[-1][1] += s
    if len(pools) > 1 and pools[-1][0] < 5:
        e, s = pools.pop()
        pools[-1] = [pools[-1][0] + e, pools[-1][1] + s]
    of, counts = zip(*pools)
    return stats.chisquare(counts, [e * sum(seen) / sum(of) for e in of]).pvalue
