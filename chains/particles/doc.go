// Package particles is sequential Monte Carlo over particles of any type: paths of hidden states,
// or partitions of the data so far. It is the sampler of AIDE's Algorithm 3, and its reverse is the
// generalised conditional SMC of Algorithm 1. Package programs has SMC over the cells of a grid,
// along the levels of an annealing.
//
// A Sequence says how one particle goes from step to step and how it is weighed; and, in reverse,
// where a particle may have come from. Its target grows: p_t is a density over the particles of
// step t, and the last is the target of the program. With k the law of a step forward, ℓ that of
// the step back, and w the weight,
//
//	p_{t-1}(x) k(x, y) w(x, y) = p_t(y) ℓ(y, x)
//
// (supplement, Eq. 1). The weight belongs to the pair: particles are weighed after they have moved,
// and then resampled.
package particles
