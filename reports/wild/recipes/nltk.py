"""NLTK: probability distributions, language models and hidden Markov models."""
import itertools
import math
import random

from wild import alike, installed, kernels, weights

nltk = installed("nltk")
from nltk import lm
from nltk.tag import hmm
kernel = kernels(law="docstring", true="right", called="as a user", kind="draws")

seen = nltk.FreqDist("abracadabra")
kernel("MLEProbDist.generate", weights({x: seen[x] / 11 for x in seen}), draw=nltk.MLEProbDist(seen).generate)
kernel("LidstoneProbDist.generate", weights({x: seen[x] + 0.5 for x in seen}),
       draw=nltk.LidstoneProbDist(seen, 0.5).generate)
kernel("UniformProbDist.generate", alike("abcde"), draw=nltk.UniformProbDist("abcde").generate)
kernel("DictionaryProbDist.generate", weights({"a": 0.5, "b": 0.2, "c": 0.3}),
       draw=nltk.DictionaryProbDist({"a": 0.5, "b": 0.2, "c": 0.3}).generate)

model = lm.MLE(2)
model.fit([nltk.bigrams("abracadabra"), ((x,) for x in "abracadabra")], "abracadabra")
pairs = nltk.FreqDist(nltk.bigrams("abracadabra"))
words = [w for w in itertools.product("abcdr", repeat=3) if all(pairs[e] for e in itertools.pairwise(w))]
kernel("lm.MLE.generate", weights({w: seen[w[0]] / 11 * math.prod(pairs[e] / sum(
    pairs[e[0], y] for y in "abcdr") for e in itertools.pairwise(w)) for w in words}),
    draw=lambda: tuple(model.generate(3)))

prior = {"s": 0.4, "t": 0.6}
step = {"s": {"s": 0.9, "t": 0.1}, "t": {"s": 0.3, "t": 0.7}}
shown = {"s": {"x": 0.2, "y": 0.8}, "t": {"x": 0.5, "y": 0.5}}
given = [{k: nltk.DictionaryProbDist(v) for k, v in of.items()} for of in (step, shown)]
chain = hmm.HiddenMarkovModelTagger(["x", "y"], ["s", "t"], *map(nltk.DictionaryConditionalProbDist, given),
                                    nltk.DictionaryProbDist(prior))
tokens = [*itertools.product(itertools.product("xy", "st"), repeat=3)]
kernel("HiddenMarkovModelTagger.random_sample", weights({t: prior[t[0][1]] * math.prod(
    shown[s][x] for x, s in t) * step[t[0][1]][t[1][1]] * step[t[1][1]][t[2][1]] for t in tokens}),
    draw=lambda: tuple(chain.random_sample(random, 3)))
