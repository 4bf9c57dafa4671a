// Package stationary is about M, the mean of a function r >= 0 along a stationary chain of K
// states. Let x be the state at the first place of the chain, or at a place picked at random. The
// package computes E[M | x], P(M = 0 | x) and E[e^-sM | x]. From the last package laplace
// computes the expectations of log M.
//
// Two programs have weights with 1/ŵ = M. For the harmonic mean along a chain r is p_1/p. For the
// estimator of Chib, Murray and Salakhutdinov r(x) is T(x*|x)/p(x*).
//
//	Sum                  the chain, and its functions at a node
//	Sum.Each             a visit of all nodes
//	Sum.Means, Sum.None  E[M | x] and P(M = 0 | x)
package stationary
