// Package accounts computes the exact account of an inference program (package programs):
// three vectors over cells from which every measure of the papers is an inner product.
//
// With ŵ = w/R and R = Z_T/Z_1,
//
//	q(x) = P_fwd(x)      F(x) = E_fwd[log ŵ; x]      G(x) = E_rev[log ŵ | x]
//
//	E_fwd[log w] = log R + ΣF      E_rev[log w] = log R + <p, G>      B = <p, G> - ΣF
//	J is the Jeffreys divergence between q and p
//	AIDE between g and t, one run of each = <q_g, G_t> + <q_t, G_g> - ΣF_g - ΣF_t
//	a reverse run from a wrong start s: <s, G>
//
// (BREAD, Eq. 21; BDMC, Section 4; AIDE, Eq. 3.) log R is taken out of F and G, so that a
// small B keeps its digits.
//
// # How an account is made
//
// Of tries, in this order: propagation of whole distributions, for annealing; a closed form,
// for programs that draw one cell; an integral over the Laplace transform of a sum of
// weights, for programs that add weights up; propagation over multisets of particles, while
// these and the links between them are few (348 particles on 3 cells at T = 10, and 10 on 9
// cells: package multisets has more); the numbers of particles that die at each likelihood, for nested sampling; and
// a walk along every path of the dice, while these are few. An Account says how it was got, and
// how far off it can be. If nothing of this is possible Of returns ErrTooLarge, and the program
// can only be sampled.
//
// # The rooms inside
//
//	laplace      expectations of log S from the Laplace transform of a sum S; knows no programs
//	stationary   the mean of a function along a stationary chain
//	multisets    particles that are resampled along a path, as multisets
//	averages     the log of an average of K independent runs, and the tails of log w
package accounts
