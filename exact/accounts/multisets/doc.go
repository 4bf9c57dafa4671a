// Package multisets propagates particles that are resampled along a path (programs.Path) exactly.
// Particles in the same cell are alike. So the state of P particles on n cells is a multiset, one
// of C(n+P-1, P): 10 particles on 4 cells have 286. The package knows the path, but not the
// program that the particles belong to.
//
//	Pair       the particles of a run, and of the conditional run that keeps one of them
//	Moments    expectations of functions of log w, carried for each multiset
//	multisets  the numbering of the multisets
//	draw       a law of one particle, and the multisets of independent draws from it
//	step       one step of the path: weights and moves
//	links      a sparse matrix between multisets: to resample, or to move one particle
package multisets
