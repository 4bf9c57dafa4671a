"""Vose-Alias-Method: a sampler by Vose's alias method."""
import itertools
import random

from wild import kernels, source, weights

source("asmith26/Vose-Alias-Method", "14b8637", "vose_sampler")
from vose_sampler import VoseAlias
kernel = kernels(law="docstring", true="right", called="as a user", kind="draws")

law = {"a": 0.125, "b": 0.25, "c": 0.5, "d": 0.125}
alias = VoseAlias(law, random.Random(3))
kernel("alias_generation", weights(law), draw=alias.alias_generation)
kernel("sample_n", weights({(i, j): law[i] * law[j] for i, j in itertools.product(law, repeat=2)}),
       draw=lambda: tuple(alias.sample_n(2)))
