// Package aide has AIDE, the auxiliary inference divergence estimator of Cusumano-Towner and
// Mansinghka (2017). It estimates how far apart two inference programs are: the symmetrised
// Kullback-Leibler divergence between the laws of what they return, on one target.
//
// # The estimate
//
// A program with a reverse says how likely it was to return x, without knowing its law q(x). A run
// has the log weight log w, and ξ = f(x)/w is its estimate of q(x), up to a constant that drops
// out. With u the rest of the run, ξ = q(u, x)/r(u; x), where r is the law of the reverse run. So
// the mean of ξ over reverse runs from x is right, and so is the mean of 1/ξ over forward runs that
// return x.
//
// AIDE (Algorithm 2) runs the gold standard N_g times and the target N_t times. A Look is one of
// these runs. For its x, the program that returned x is run in reverse M-1 times more, and the other
// program M times. The look's ratio is log(mean ξ of its own program/mean ξ of the other), in which
// f(x) cancels. The estimate is the mean ratio of the gold standard's looks plus that of the
// target's. Estimate.Pooled has the same expectation, and a smaller error unless the programs are far
// apart.
//
// # What it is worth
//
// Its expectation is at least the symmetrised divergence, and does not rise with M (Theorem 1). The
// bias is zero if both programs return exact draws of a law that they know. At M = 1 it has four
// terms (Eq. 3), which package accounts computes on small spaces. If the gold standard draws from
// the posterior and the target is annealing, the expectation at M = 1 is BREAD's B.
//
// The things that programs return are of any type X: cells, paths of hidden states, partitions of
// data. All random choices come from chains.Dice, so that on a tiny space the estimator itself can be
// enumerated. Package sample makes looks by the thousand; a program that is a Many then makes its runs
// together.
package aide
