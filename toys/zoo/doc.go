// Package zoo has the densities on which samplers are scored, each with a line about where it
// comes from. They are phases 0 to 2 of Turner and Neal (2017), thought anew for small spaces:
//
//	toys        made by hand: the catalogue of package toys, some for several parameters
//	posteriors  of data sets (zoo/data) in models (zoo/posteriors), on lattices
//	surrogates  mixtures of Gaussians that are fitted to the others, and changed by a seed
//	spins       Ising and Potts models
//
// Metropolis makes a good estimate of the means, with a real effective sample size of 12 or more
// after 1000 steps, on three quarters of the posteriors and surrogates, and on few of the toys:
// the zoo is neither easy nor hopeless.
package zoo
