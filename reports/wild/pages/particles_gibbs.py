"""particles: ParticleGibbs with its defaults, a mean mu, a state x and a reading 0. Argument: the checkout."""
import sys
import numpy as np
from measure import mean
sys.path.insert(0, sys.argv[1])
from particles import distributions as d, mcmc, state_space_models as ssms


class Model(ssms.StateSpaceModel):
    default_params = {"mu": 0.}
    def PX0(self): return d.Normal(loc=self.mu)
    def PY(self, t, xp, x): return d.Normal(loc=x)


class Gibbs(mcmc.ParticleGibbs):
    def update_theta(self, theta, x):
        new = theta.copy()
        new["mu"] = np.random.normal(x[0] / 2, .5 ** .5)
        return new


class Metropolis(mcmc.ParticleGibbs):
    def update_theta(self, theta, x):
        new, old = theta.copy(), theta["mu"]
        mu = np.random.normal(old, 1)
        if np.log(np.random.rand()) < (old ** 2 - mu ** 2 + (x[0] - old) ** 2 - (x[0] - mu) ** 2) / 2:
            new["mu"] = mu
        return new


def cured(self, n):
    self.chain.theta[n] = self.update_theta(self.chain.theta[n - 1], self.x)
    self.x = self.chain.x[n] = self.update_states(self.chain.theta[n], self.x)


for mcmc.GenericGibbs.step in mcmc.GenericGibbs.step, cured:
    for kind in Gibbs, Metropolis:
        pg = kind(ssm_cls=Model, prior=d.StructDist({"mu": d.Normal()}), data=[0.], niter=50000, store_x=True)
        mu, x = (pg.run(), pg.chain.theta["mu"], np.ravel(pg.chain.x))[1:]
        print(kind.__name__, "E mu x", mean(mu * x), "of 1/3; E mu^2", mean(mu ** 2), "of 2/3")
