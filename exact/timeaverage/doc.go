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
// is a number and not an estimate. Independent draws of p have RESS = N.
//
// # One step at a time
//
// Let g = h - <p, h>, A_n(x) = E_x[g(x_1) + ... + g(x_n)] and V_n(x) the variance of the same
// sum. The first step gives both for every start at once (steps.go):
//
//	A_n = T(g + A_{n-1}),    V_n = T V_{n-1} + the variance of (g + A_{n-1})(x_1).
//
// From a law s the bias of m_N is <s, A_N>/N, and its variance is the mean of V_N under s
// plus the variance of A_N, over N². No term is negative, so both keep their digits. The
// bias is the part that the start is to blame for; the variance is the walk's.
package timeaverage
