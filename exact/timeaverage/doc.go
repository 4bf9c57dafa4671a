// Package timeaverage says exactly how well the time average of a Markov chain estimates an
// expectation.
//
// A chain starts at x_0 ~ s and makes N steps. The start is not counted. For a function h the
// estimate of <p, h> is
//
//	m_N = (h(x_1) + ... + h(x_N)) / N.
//
// Its mean squared error is a finite sum of propagated moments, so that the real effective
// sample size of Turner and Neal (2017, Eq. 4),
//
//	RESS = Var_p[h] / E[(m_N - <p, h>)^2],
//
// is a number and not an estimate. Independent draws of p have RESS = N. As N grows, RESS/N comes
// to Var_p[h] over the asymptotic variance (Limits).
//
// Let g = h - <p, h>, S_n = g(x_1) + ... + g(x_n), A_n(x) its mean from the start x, and V_n(x)
// its variance. From a law s the bias of m_N is <s, A_N>/N, and its variance is the mean of V_N
// under s plus the variance of A_N, over N². The bias is the part that the start is to blame for;
// the variance is the walk's.
//
// # One step at a time
//
// The first step gives both for every start at once (oneByOne):
//
//	A_n = T(g + A_{n-1}),    V_n = T V_{n-1} + the variance of (g + A_{n-1})(x_1).
//
// No term of V is negative. N steps cost N times the moves of the chain.
//
// # Doubling
//
// Let P_n be the matrix of n steps, and K_n(x,y) = E_x[(S_n - A_n(x)) 1{x_n = y}] what the sum has
// to do with where it ends. After n steps and m more, with a = A_m less its mean under P_n(x,.),
//
//	A_{n+m}(x)   = A_n(x) + sum over y of P_n(x,y) A_m(y)
//	V_{n+m}(x)   = V_n(x) + sum over y of P_n(x,y) (V_m(y) + a(y)²) + 2 K_n(x,y) a(y)
//	K_{n+m}(x,z) = sum over y of (K_n(x,y) + P_n(x,y) a(y)) P_m(y,z) + P_n(x,y) K_m(y,z)
//
// by the law of total covariance (moments.go). So 2^k steps cost 2k matrix products a function and k for P.
// A and V after N steps need none: a block takes them on from the steps that come after it, for all starts at
// once. N = 1,000,000 is 19 doublings and 7 such blocks. Of steps and doublings the cheaper way is taken, by Work. On
// BARRIER seven functions from three starts take 10 ms at N = 1,000,000.
//
// Eigenvectors would give every N at the same cost. But they are orthogonal under p: they are computed to an ulp of
// their norm, and in a cell of mass 1e-30 that is 1e15 times what they are there. Doubling adds and multiplies
// probabilities, needs no reversibility, and keeps its digits in cells of every mass.
//
// # Digits
//
// A slow chain moves once in 1e7 steps, and all it ever does is in entries of that size. Products
// of numbers that are not negative keep them. The laws are divided by their sums after every
// product; otherwise the round-off of one doubling would be doubled by the next. The mean is taken off h after the
// value in the heaviest state is: a state with all mass but 1e-20 has a deviation of that size, which differences of
// large numbers lose.
//
// T A is found by differences from A in the likeliest next state. What is rounded is then little more than what the
// walk leaves to chance, and stays a share of 1e-16 sqrt(N) of its standard deviation.
//
// Against 400 bits the mean squared error is right to 1e-12 on chains that cross once in 1e7 steps,
// with masses down to 1e-30 and from the lightest state, at N up to 1e6; and to 1e-6 also of
// chains with many time scales, with a period or nearly so, or in parts that are not connected. The masses
// are taken at their word: a rounding of p is a bias of that size. On BARRIER doubling keeps 15 digits over a
// million steps, which one by one keep 10.
package timeaverage
