// Package stationary is about M, the mean of a function r >= 0 along a stationary chain of K
// states. It finds E[e^-sM | x] of the whole chain, from which package laplace takes the
// expectations of log M, and E[M | x] and P(M = 0 | x), where x is the state of the first
// place, or of a place picked among all.
//
// 1/ŵ of the harmonic mean along a chain is such a mean, with r = p_1/p, and that of the
// estimator of Chib, Murray and Salakhutdinov, with r(x) = T(x*|x)/p(x*).
//
//	Sum                  the chain, and its functions at a node
//	Sum.Each             a visit of all nodes
//	Sum.Means, Sum.None  E[M | x] and P(M = 0 | x)
package stationary
