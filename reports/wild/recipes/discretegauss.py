"""The discrete Gaussian for differential privacy: exact samplers by Canonne, Kamath and Steinke."""
import math
import random
from fractions import Fraction

from wild import kernels, source, weights

source("IBM/discrete-gaussian-differential-privacy", "cb190d2", "discretegauss.py")
import discretegauss as d
kernel = kernels(law="paper: Canonne, Kamath and Steinke 2020", true="right", called="as a user", kind="draws")

rng = random.Random(3)


def tails(weight, most=3):
    """The law of a whole number that is cut to -most, ..., most."""
    law = {x: weight(x) for x in range(-most, most + 1)}
    law[most] += sum(map(weight, range(most + 1, 200)))
    law[-most] += sum(map(weight, range(-200, -most)))
    return weights(law)


def cut(x, most=3):
    return max(-most, min(most, x))


coin = weights({1: math.exp(-0.75), 0: 1 - math.exp(-0.75)})
kernel("sample_bernoulli_exp1", coin, draw=lambda: d.sample_bernoulli_exp1(Fraction(3, 4), rng))
kernel("sample_bernoulli_exp", weights({1: math.exp(-2.5), 0: 1 - math.exp(-2.5)}),
       draw=lambda: d.sample_bernoulli_exp(Fraction(5, 2), rng))
geometric = weights({**{k: math.exp(-0.75 * k) * (1 - math.exp(-0.75)) for k in range(3)}, 3: math.exp(-2.25)})
kernel("sample_geometric_exp_slow", geometric, draw=lambda: cut(d.sample_geometric_exp_slow(Fraction(3, 4), rng)))
kernel("sample_geometric_exp_fast", geometric, draw=lambda: cut(d.sample_geometric_exp_fast(Fraction(3, 4), rng)))
kernel("sample_dlaplace", tails(lambda x: math.exp(-abs(x) / 2)), draw=lambda: cut(d.sample_dlaplace(2, rng)))
kernel("sample_dgauss", tails(lambda x: math.exp(-x * x / 4)), draw=lambda: cut(d.sample_dgauss(2, rng)))
