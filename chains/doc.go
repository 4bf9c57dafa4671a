// Package chains says what an annealed Markov chain is, and runs none: kernels
// (one a file), bridges between two densities, schedules, and the Annealing
// that holds one of each. Packages exact and sample run what is described here
// and share nothing else, so that their agreement is evidence.
//
// # The law of a run
//
// T densities f_1..f_T, f_t = bridge(β_t), β_1 = 0, β_T = 1. Forward:
// x_1 ~ p_1; for t = 2..T: log w += log f_t(x_{t-1}) - log f_{t-1}(x_{t-1}),
// then x_t ~ T_t(.|x_{t-1}), which leaves p_t invariant (BREAD, Eq. 1).
// Reverse: x_T ~ p_T; for t = T..2: x_{t-1} ~ the time reversal of T_t from
// x_t, log w as above, at x_{t-1} (Eq. 20).
//
// # What an operator is told
//
// Aim takes a Level and not a bare log density. A level knows its place t and
// its β, gives log f_t when asked, and carries p_t where whoever walks the
// levels has it to hand. Three kinds of kernel need exactly that: one given
// level by level needs the place; a plain one log f_t; a fast one p_t, with
// which a reversible move needs no exponential: it adds to f(x) what
// c(x,y) (f(y) - f(x)) / p(x) is, c(x,y) = p(x) T(x,y) being symmetric.
//
// A kernel that is not reversible returns another operator from Reversal; all
// others return themselves. That is less than a pair of methods for each of
// Push, Pull, Row and Step, and cannot be forgotten for one of the four.
//
// # Small spaces and large ones
//
// An operator is written twice. Rows, steps and single functions come from log
// densities, at any depth, in tables that are made when they are first asked for.
// Pairs of functions come from p: what an edge of the box carries is found from
// where its cells lie, so that nothing need be kept for a cell, and each cell's
// sum has one order, so that from Wide cells on all cores can share the work and
// the result is the same on any number of them. There rows are not written out
// either, and single functions are pulled as pairs are where log f_t spans less
// than Deep nats. What a pair needs beside them, Kept says: ranks of the cells by mass,
// 4 bytes each (Independence; DelayedRejection 8 more); where directions lead, 4
// (Lifted); two vectors to hand on between kernels of which each needs another's whole
// result (Cycle of any but Line, Repeat, Swap); and MultipleTry the sums over its
// tries, 16 for each multiset of moves.
//
// # More room than the target's grid
//
// A walker with a direction, or two walkers, are chains on a larger space. Such a
// kernel is an Extends: it says what the grid and the bridge become, the target's
// axes first, and its operators are made for that grid. Annealing.Extended is
// called once, where an annealing is put together; from there on nobody need know.
//
// # Cells without mass
//
// A density is a slice of log weights; -Inf is a cell of no mass, and walls of
// the grid are such cells. No kernel enters one. A walker that starts in one
// (an initial density may have mass where the target has none) leaves it as
// its kernel would leave a cell of vanishing mass, its weight being 0 for good.
package chains
