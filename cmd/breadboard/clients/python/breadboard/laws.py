"""Laws of random numbers, each a function of one number between 0 and 1 that rises with it or falls: so what is learnt
of the number is learnt of the law. Their parameters have the names of NumPy's."""
import math
import statistics

from .source import current, refuse

NORMAL = statistics.NormalDist()
MOST = 100_000  # outcomes of a count
LEAST = 1e-18  # of the most likely outcome: those below it are left out


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


def counted(law, mode, ratio, least=0, most=math.inf):
    """Return a count by its law: its mode, and the probability of each over that of the one before."""
    mode = int(min(max(mode, least), most))
    above, below = [1.0], [1.0]
    for k in range(mode + 1, int(min(most, mode + MOST)) + 1):
        if above[-1] <= LEAST:
            break
        above.append(above[-1] * ratio(k))
    for k in range(mode, max(least, mode - MOST), -1):
        if below[-1] <= LEAST:
            break
        below.append(below[-1] / ratio(k))
    odds = [*below[:0:-1], *above]
    if len(odds) > MOST:
        refuse(f"{law} of more than {MOST:,} outcomes")
    total = math.fsum(odds)
    return mode - len(below) + 1 + current().pick([p / total for p in odds])


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
    return counted("poisson", lam, lambda k: lam / k)


def geometric(p):
    return counted("geometric", 1, lambda _: 1 - p, least=1)


def binomial(n, p):
    if p in (0, 1):
        return int(n * p)
    return counted("binomial", (n + 1) * p, lambda k: (n - k + 1) / k * p / (1 - p), most=n)


def negative_binomial(n, p):
    return counted("negative_binomial", (n - 1) * (1 - p) / p, lambda k: (n + k - 1) / k * (1 - p))


def hypergeometric(ngood, nbad, nsample):
    least, most = max(0, nsample - nbad), min(ngood, nsample)
    return counted("hypergeometric", (nsample + 1) * (ngood + 1) / (ngood + nbad + 2),
                   lambda k: (ngood - k + 1) * (nsample - k + 1) / (k * (nbad - nsample + k)), least, most)


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
            binomial, negative_binomial, hypergeometric, gumbel, logistic, laplace, weibull, pareto, power, rayleigh,
            standard_cauchy)
OF_RANDOM = {  # the methods of the module random, by its own parameters
    "gauss": lambda _, mu=0.0, sigma=1.0: normal(mu, sigma),
    "normalvariate": lambda _, mu=0.0, sigma=1.0: normal(mu, sigma),
    "lognormvariate": lambda _, mu=0.0, sigma=1.0: lognormal(mu, sigma),
    "gammavariate": lambda _, alpha, beta: gamma(alpha, beta),
    "betavariate": lambda _, alpha, beta, law=beta: law(alpha, beta),
    "binomialvariate": lambda _, n=1, p=0.5: binomial(n, p),
    "paretovariate": lambda _, alpha: 1 + pareto(alpha),
    "weibullvariate": lambda _, alpha, beta: beta * weibull(alpha),
}
