// Package mixture is the Dirichlet process mixture of normals, with everything integrated out but
// the partition of the data and the hyperparameters.
//
// The data are partitioned by the Chinese restaurant process of concentration α. The points of a
// cluster are normal with a mean μ and a precision ρ of their own,
//
//	ρ ~ Gamma(ν/2, rate s/2)    μ ~ N(m, 1/(rρ))    y ~ N(μ, 1/ρ),
//
// and since that prior is conjugate, the likelihood of a cluster has a closed form in the number
// of its points, their sum and their sum of squares.
//
// A hyperparameter has a lattice of values, all equally likely. Lattice Quantiles(1024) stands for
// the continuous priors of the AIDE paper's supplement, N(0, 1) for m and Gamma(1, 1) for the others:
// its values are those at 1024 evenly spaced probabilities. So a state is discrete, and a tiny model
// can be enumerated, with all its hyperparameters.
//
// A Filter takes in the data one by one (particles.Sequence). Before a point is added, the state so
// far is rejuvenated by moves that leave its posterior invariant. Every move is reversible, so the
// reverse run makes the same moves in the opposite order.
package mixture
