// Package accounts computes the exact account of an inference program (package programs): three
// vectors over cells. Every measure of the papers is an inner product of these.
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
// (BREAD, Eq. 21; BDMC, Section 4; AIDE, Eq. 3.) F and G are expectations of log ŵ, and not of
// log w, so that a small B keeps its digits.
//
// # How an account is made
//
// Of has a way for each type of program:
//
//	propagated    annealing, and one particle: whole distributions are pushed through the chains
//	closed form   programs that draw one cell: sums over cells
//	integral      SIR, CMS and the harmonic mean along a chain, which add weights up: integrals
//	              over the Laplace transform of the sum
//	particles     SMC and SHME: multisets of particles are propagated. At T = 10 there may be 348
//	              particles on 3 cells, and 10 on 9 cells; package multisets has more examples
//	deaths        nested sampling by exact draws: a sum over how many particles die at each likelihood
//	enumerated    all others: a walk along every path of the dice
//
// An Account says how it was got, and how far off it can be. If the way would take too long Of
// returns ErrTooLarge, and the program can only be sampled.
//
// # The rooms inside
//
//	laplace      expectations of log S from the Laplace transform of a sum S; knows no programs
//	stationary   the mean of a function along a stationary chain
//	multisets    particles that are resampled along a path, as multisets
//	averages     the log of an average of K independent runs, and the tails of log w
//	apart        AIDE's expectation with any numbers of reverse runs
package accounts
