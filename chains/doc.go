// Package chains says what an annealed Markov chain is, and runs none. It is a vocabulary,
// best read in this order: densities, a Bridge between two of them, a Schedule, a Kernel
// that makes Operators, the Level that an operator sees, and the Annealing that holds one
// of each; and the Dice that draw. Packages exact and sample run annealings and share only this
// package, so that their agreement is evidence. Package kernels has the kernels, and package
// operators makes them fast.
//
// # The law of a run
//
// T densities f_1..f_T, f_t = bridge(β_t), β_1 = 0, β_T = 1. Forward: x_1 ~ p_1; for
// t = 2..T: log w += log f_t(x_{t-1}) - log f_{t-1}(x_{t-1}), then x_t ~ T_t(.|x_{t-1}),
// which leaves p_t invariant (BREAD, Eq. 1). Reverse: x_T ~ p_T; for t = T..2:
// x_{t-1} ~ the time reversal of T_t from x_t, log w as above, at x_{t-1} (Eq. 20).
//
// # What an operator sees of a density
//
// Aim takes a Level and not a bare log density. A kernel given level by level needs the
// place t, a plain one log f_t, and a fast one the masses p_t. With masses a reversible
// move takes no exponential: it adds c(x,y) (f(y) - f(x)) / p(x) to f(x), and
// c(x,y) = p(x) T(x,y) is symmetric.
//
// # Small spaces and large ones
//
// Every operator computes in two ways. The plain way serves rows, steps and single
// functions. It starts from log densities and works at any depth, by tables that it makes
// when they are first needed. The fast way, PullPair, starts from masses. On a grid it
// finds its edges from the shape of the box, so that it keeps nothing for a cell. Each cell
// is summed up in one order. From ParallelFrom cells on all cores can therefore share the
// work, with the same result on any number of them. Single functions then go the fast way
// too, unless log f_t spans MaxLogSpan nats or more.
//
// # Cells without mass
//
// A density is a slice of log weights; -Inf is a cell of no mass, and walls of the grid are
// such cells. No kernel enters one. A walker may start in one, because an initial density
// may have mass where the target has none. It leaves as its kernel would leave a cell of
// vanishing mass, and its weight stays 0.
package chains
