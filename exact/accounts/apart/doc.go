// Package apart computes the expectation of AIDE's estimate (package aide) with any numbers of
// runs, M_g of the gold standard and M_t of the target program. Package accounts has it for M = 1.
//
// Let V = 1/ŵ for a reverse run of a program from x. Its mean is q(x)/p(x), and by the law of
// package programs V has the law of the reverse runs times V p(x)/q(x) in forward runs that return
// x. Let S be the mean of M independent V of reverse runs, over E[V | x]. In a look at x that the
// other program returned, the log of the mean ξ is log S but for log q(x). If the program itself
// returned x one of the M runs is a forward run, which weighs the law of S by S. So the parts of the
// bias (Eq. 3) with M runs are
//
//	own(x)   = E[S log S | x]   which is KL(q(u|x) || r(u;x)) at M = 1
//	other(x) = -E[log S | x]    which is KL(r(u;x) || q(u|x)) at M = 1
//
//	E[estimate] = symmetrised divergence + <q_g, own_g + other_t> + <q_t, own_t + other_g>
//
// Both parts are at least 0, and fall with M to 0 (Theorem 1). They depend on the program alone, and
// not on what it is compared with. They come from the law of V in each cell, as integrals over its
// Laplace transform (package laplace).
//
// A Side is a program with its account and these laws. They are known for programs that draw their
// cell at once, for annealing that stands still at its target, and by enumeration for tiny ones.
package apart
