// Package chains says what an annealed Markov chain is, and runs none. It is a vocabulary:
// densities, a Bridge between two of them, a Schedule, a Kernel that makes Operators, and
// the Annealing that holds one of each. Packages exact and sample run what is described
// here and share only that, so that their agreement is evidence. The kernels are in
// package kernels, one a file; what makes them fast is in package operators.
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
// Aim takes a Level and not a bare log density. A level knows its place t and its β, gives
// log f_t when asked, and carries the masses p_t if whoever walks the levels has them. Three
// kinds of kernel need exactly that. A kernel given level by level needs the place. A plain
// one needs log f_t. A fast one needs p_t: a reversible move then takes no exponential,
// because it adds c(x,y) (f(y) - f(x)) / p(x) to f(x), and c(x,y) = p(x) T(x,y) is
// symmetric.
//
// A kernel that is not reversible returns another operator from Reversal; all others return
// themselves. That is less than a second method for each of Push, Pull, Row and Step, and
// cannot be forgotten for one of the four.
//
// # Small spaces and large ones
//
// Every operator computes in two ways. The plain way serves rows, steps and single
// functions. It starts from log densities and works at any depth, by tables that are made
// when they are first asked for. The fast way, PullPair, starts from masses and needs no
// exponential. On a grid it finds its edges from the shape of the box, so that it keeps
// nothing for a cell. Each cell's sum has one order, so that all cores can share the work
// from ParallelFrom cells on with the same result on any number of them. On such spaces
// single functions go the fast way too, unless log f_t spans MaxLogSpan nats or more.
//
// What some kernels do keep for the fast way, Memory says in bytes. Independence keeps the
// cells in the order of their masses, 4 bytes a cell. A product keeps two vectors that one
// factor passes to the next.
//
// # More room than the target's grid
//
// A walker with a direction, or two walkers, are chains on a larger space. Such a kernel is
// an Extends: it says what the grid and the bridge become, the target's axes first, and its
// operators are made for that grid. Annealing.Extended is called once, when an annealing is
// put together; nobody need know afterwards.
//
// # Cells without mass
//
// A density is a slice of log weights; -Inf is a cell of no mass, and walls of the grid are
// such cells. No kernel enters one. A walker may start in one, because an initial density
// may have mass where the target has none. It leaves as its kernel would leave a cell of
// vanishing mass, and its weight stays 0.
package chains
