"""Laws of random numbers, each a function of one number between 0 and 1 that rises with it or falls: so what is learnt
of the number is learnt of the law. Their parameters have the names of NumPy's."""
import math
import statistics

from .source import current, refuse

NORMAL = statistics.NormalDist()
MOST = 100_000  # of a count


def u(law):
    """Return a number between 0 and 1 for a law."""
    return current().between(law)


def special(law):
    """Return the module of SciPy with the quantiles of a law."""
    try:
        from scipy import special as of_scipy
    except ImportError:
        refuse(f"{law}, whose quantiles are SciPy's, which is not installed")
    return of_scipy


def counted(law, first, ratio):
    """Return a count by its law: the probability of the first, 0, and of each over that of the one before."""
    below, p, k, at = 0.0, first, 0, u(law)
    while below + p < at and k < MOST:
        below += p
        k += 1
        p *= ratio(k)
    return k


def normal(loc=0.0, scale=1.0):
    return loc + scale * NORMAL.inv_cdf(u("normal"))


def standard_normal():
    return normal()


def lognormal(mean=0.0, sigma=1.0):
    return math.exp(normal(mean, sigma))


def gamma(shape, scale=1.0):
    return scale * float(special("gamma").gammaincinv(shape, u("gamma")))


def standard_gamma(shape):
    return gamma(shape)


def chisquare(df):
    return gamma(df / 2, 2.0)


def beta(a, b):
    return float(special("beta").betaincinv(a, b, u("beta")))


def standard_t(df):
    return float(special("standard_t").stdtrit(df, u("standard_t")))


def poisson(lam=1.0):
    if lam > 700:
        refuse("poisson of a mean above 700")
    return counted("poisson", math.exp(-lam), lambda k: lam / k)


def geometric(p):
    return 1 + counted("geometric", p, lambda _: 1 - p)


def negative_binomial(n, p):
    return counted("negative_binomial", p ** n, lambda k: (n + k - 1) / k * (1 - p))


def gumbel(loc=0.0, scale=1.0):
    return loc - scale * math.log(-math.log(u("gumbel")))


def logistic(loc=0.0, scale=1.0):
    at = u("logistic")
    return loc + scale * math.log(at / (1 - at))


def laplace(loc=0.0, scale=1.0):
    at = u("laplace")
    return loc + scale * (math.log(2 * at) if at < 0.5 else -math.log(2 - 2 * at))


def weibull(a):
    return (-math.log(1 - u("weibull"))) ** (1 / a)


def pareto(a):
    return (1 - u("pareto")) ** (-1 / a) - 1


def power(a):
    return u("power") ** (1 / a)


def rayleigh(scale=1.0):
    return scale * math.sqrt(-2 * math.log(1 - u("rayleigh")))


def standard_cauchy():
    return math.tan(math.pi * (u("standard_cauchy") - 0.5))


OF_NUMPY = (normal, standard_normal, lognormal, gamma, standard_gamma, chisquare, beta, standard_t, poisson, geometric,
            negative_binomial, gumbel, logistic, laplace, weibull, pareto, power, rayleigh, standard_cauchy)
OF_RANDOM = {  # the methods of the module random, by its own parameters
    "gauss": lambda _, mu=0.0, sigma=1.0: normal(mu, sigma),
    "normalvariate": lambda _, mu=0.0, sigma=1.0: normal(mu, sigma),
    "lognormvariate": lambda _, mu=0.0, sigma=1.0: lognormal(mu, sigma),
    "gammavariate": lambda _, alpha, beta: gamma(alpha, beta),
    "betavariate": lambda _, alpha, beta, law=beta: law(alpha, beta),
    "paretovariate": lambda _, alpha: 1 + pareto(alpha),
    "weibullvariate": lambda _, alpha, beta: beta * weibull(alpha),
}
