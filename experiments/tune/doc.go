// Package tune finds the settings of an annealing that are best at a price: of least exact J, and of least exact B, at
// no more than so many evaluations of the density.
//
//	Ask --Jobs--> Job --Run--> Row        one a target, kernel, bridge, goal and price (ask.go, row.go)
//	                           Best       the best row of each target, goal and price (best.go)
//	              Job of a     Row        one setting for several targets, also without each (panel.go, sharing.go)
//	              Panel        Shared     with what it is worth on those that were left out (shared.go)
//
// # What is searched
//
// A run of K+1 levels makes n_k steps of the kernel at level k, and costs
//
//	Σ_k (w + n_k c),
//
// where c is the mean number of evaluations in a step, and w is 1 where the weight of a level is charged and 0 where
// it is free: a kernel that has just evaluated log f at its state knows log w.
//
// Free are K, the n_k, the betas, and the parameters of the kernel and of the bridge that stand as ranges (slide.go,
// turn.go). Kernels and bridges are tried one by one.
//
// Where weights are free, all n_k are 1: a level of two steps is two levels at one beta, and these may also part.
//
// # How it is searched
//
// Betas go down exact gradients, by package tuning. What is whole is searched (search.go):
//
//  1. Lists of steps are tried (spread.go, even.go) that go straight between one number at the first level, one in
//     the middle and one at the last, with the betas of the best schedule of one step a level. The best few go down
//     the gradient.
//     Runs of few levels are searched by themselves (few.go): they grow level by level, and steps move between levels,
//     many at once at first.
//  2. Short runs are mended step by step (exchange.go): a step or a whole level is taken out, what became free is
//     spent where it gains most, and the betas go down again.
//  3. Parameters that have a gradient go down it together with the betas (slide.go). Others are minimised one at a
//     time with all else where it is (turn.go): those in whose range cells come and go along a path, and those at
//     which a kernel jumps, which then go down as far as the next jump.
//
// 2 and 3 take turns until neither gains. Nothing of this proves that no setting is better. Tests compare it with
// all lists of steps at all betas in tenths, on a few cells at small prices, and on 7x7 cells with all splits among up
// to three levels: there it is never worse.
//
// # Several targets
//
// One setting for several targets has on each a ratio, of its J to the least J that was found there at the price. The
// search is that of one target, with the largest or the median ratio in the place of J. It begins from all that was
// found for single targets, with every kernel on every bridge; the two that lead are searched to the end. Betas and
// parameters go down the gradient of a norm that comes near the largest ratio as its power rises (ratios.go). What is
// found is never worse than any setting that is the best for one of the targets and is afforded on all.
package tune
