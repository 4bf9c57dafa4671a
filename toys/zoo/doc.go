// Package zoo has the densities on which samplers are scored, each with a line about where it
// comes from. They are grouped as in Turner and Neal (2017): the toys, posteriors of real data
// on lattices, surrogates of posteriors that are drawn by seed, and spins.
package zoo
