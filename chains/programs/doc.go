// Package programs has inference programs: annealing, importance sampling, particle filters
// and others, one a file. Each draws a cell with a log weight. Most can also run in reverse:
// they take a cell and draw a run that might have ended there. All random choices come from
// chains.Dice. So the same code is sampled by the million and, on a tiny space, summed exactly.
//
// # One law
//
// A Problem has an initial density f_1 and a target f_T, both on one grid; for a model they
// are the prior and the joint density, so that R = Z_T/Z_1 is the marginal likelihood. A
// program's Forward returns a cell x and log w. Its Reverse takes a cell, draws the rest of
// a run that ended there, and returns the log weight of this run. For every function φ
//
//	E_fwd[w φ(x, w)] = Σ_x f_T(x)/Z_1 E_rev[φ(x, w) | x]
//
// (BREAD, Eq. 14; AIDE, Section 3). All else follows. φ = 1 gives E_fwd[w] = R, and φ = 1/w
// gives E_rev[1/w] = 1/R. By Jensen's inequality the mean of log w is then at most log R
// forward, and at least log R in reverse. The two laws of log w obey Crooks' relation. Package
// chaintest compares both sides of the law for every program, atom by atom.
//
// A program may weigh a run with 0: log w is then -Inf. In reverse log w is +Inf for a run
// that is never drawn forward. φ(x, ∞) counts as 0, so E_rev[1/w] is then below 1/R.
//
// # Three vectors
//
// The exact account of a program has three vectors over cells: q(x), the law of the cell;
// F(x) = E_fwd[log w; x]; and G(x) = E_rev[log w | x]. BREAD's B, BDMC's bounds and AIDE's
// expectation are inner products of these vectors. Package accounts computes them.
//
// # Particles
//
// SMC, SMCData and SHME take particles along a Path. At each step every particle is weighed
// where it is, all are resampled, and each is moved. A step also knows the moves back, because
// the conditional run draws the kept particle's path from its end. Other packages need no more
// of these programs than the path: package sample compiles it, and package accounts propagates
// multisets of particles along it.
//
// Catalogue lists the programs by the names that commands take, such as smc:8:ess=0.5.
package programs
