// Package sample runs annealed chains by the million, forward and in reverse,
// and estimates from their log weights what package exact computes.
//
// # Two ways to run a chain
//
// Forward and Reverse are the law of a run as package chains states it, one
// chain each, against any dice: seeded ones draw, those of package enumerate
// walk every path. Run is the same law for many chains at once. It takes time
// outside and chains inside: at each level the operator is compiled once into
// tables of alias slots (Walker 1977, Vose 1991), and a move is then one random
// word, one multiplication and one comparison. Where tables would be too large
// for the space it takes plain steps instead. Tables are tested against Step
// outcome by outcome, and Run against the enumerated law of Forward and Reverse.
//
// Neither uses more of a level than its log density, so what this path shares
// with package exact is the description of the chain and nothing else.
//
// # What a seed means
//
// Chains come in blocks of 4096. Each block of each direction has a generator
// of its own (PCG), seeded by a hash of the seed, the direction and the block's
// number, so the same seed gives the same bits for any number of workers; every
// sum is taken in the order of the chains. Each reverse chain has its own exact
// draw of p_T: chains that share one are not independent, and their error bars
// are too small. Memory is a log weight for each chain and a few blocks for each
// worker; nothing grows with chains times T.
//
// # Infinite log weights
//
// log w is -Inf for a forward chain that met a cell without mass, +Inf for a
// reverse chain that came from one. Once infinite it stays. If such chains have
// positive probability the expectation of log w is infinite and so is B, and the
// estimates say that, with a standard error of NaN and a warning. The means of w
// and 1/w are finite all the same.
//
// # What an estimate says against itself
//
// Means of w and 1/w hang on few and large weights. A warning travels with an
// estimate where the largest weight seen is too much of the sum, and where the
// chains of the other direction tell of weights that matter and were not seen,
// which no statistic of the seen ones can.
package sample
