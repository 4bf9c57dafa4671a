// Package surrogates draws densities that look like given ones and are all different: phase 2
// of Turner and Neal (2017) for small spaces.
//
//	parent --fit.go--> Mixture of Gaussians --draw.go, by a seed--> another Mixture --> lattice
//
// A mixture is fitted to a parent by expectation maximisation, with as many components as the
// Bayesian information criterion favours. A seed moves, turns and scales its components, and
// puts the result on a lattice of its own. One seed gives the same density everywhere.
package surrogates
