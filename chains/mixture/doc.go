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
package mixture
