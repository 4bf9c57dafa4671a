"""What recipes are made of: the code of a package as it was released, and its kernels."""
import collections
import inspect
import io
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
DRAWS, LATEST = 100_000, 5  # steps from draws of p that are made without breadboard, and seconds for them
version = ""


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


def kernel(name, logf, step=None, wrong="", compare=None, **given):
    """Judge a kernel of a package, or with draw= a direct sampler, as it stands: by breadboard, and without it by the
    ends of its steps from draws of p. wrong says what is known of it otherwise, and how. compare is a step, or a
    sampler, that is cured: how far both are from p in the long run is shown."""
    begun = time.time()
    line = {"package": version, "kernel": name, "states": len(logf), "true": wrong or "right"}
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
    if compare:
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
    from scipy import stats
    import numpy
    random.seed(1)
    own = {"rng": numpy.random.default_rng(1)} if "rng" in inspect.signature(draw or step).parameters else {}
    states, most = [*logf], max(logf.values())
    p = [math.exp(value - most) for value in logf.values()]
    counts, begun, n = collections.Counter(), time.time(), 0
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
        if time.time() - begun > LATEST:
            break
    pairs = sorted((n * v / sum(p), counts[x]) for x, v in zip(states, p))
    while len(pairs) > 2 and pairs[0][0] < 5:  # the rarest together
        (a, b), (c, d), *rest = pairs
        pairs = sorted([(a + c, b + d), *rest])
    expected, seen = zip(*pairs)
    if sum(seen) < n:
        return "0"  # it ends elsewhere
    return f"{stats.chisquare(seen, [v * n / sum(expected) for v in expected]).pvalue:.2g} of {n}"
