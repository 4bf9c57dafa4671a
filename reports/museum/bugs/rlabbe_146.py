"""Resampled particles keep their weights.

Reported in rlabbe/Kalman-and-Bayesian-Filters-in-Python, issue 146; closed. After resampling the weights are those of
the particles that were picked, where all are to be 1/N: they count twice.
"""
import math
import random

KIND = "weight"
FROM = "code"
LIKELIHOOD = {"a": 1, "b": 3, "c": 4}  # and a flat prior
LOGF = {x: math.log(w) for x, w in LIKELIHOOD.items()}


def forward(weights):
    particles = random.choices("abc", k=2)
    drawn = [LIKELIHOOD[x] for x in particles]
    particles = random.choices(particles, drawn, k=2)
    return random.choices(particles, weights(particles))[0], math.log(sum(drawn) / 2)


wrong_forward = lambda: forward(lambda particles: [LIKELIHOOD[x] for x in particles])
right_forward = lambda: forward(lambda particles: [1 / 2, 1 / 2])
reverse = lambda x: math.log((LIKELIHOOD[x] + LIKELIHOOD[random.choice("abc")]) / 2)
