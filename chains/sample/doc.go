// Package sample runs annealed chains by the million, forward and in reverse, and
// estimates from their log weights what package exact computes.
//
// # Two ways to run a chain
//
// Forward and Reverse run one chain, as package chains describes it, with any dice:
// seeded dice draw, and the dice of package enumerate walk every path.
//
// Run does the same for many chains at once. Its outer loop is over time and its inner
// loop over chains: at each level the operator is compiled once into tables of alias
// slots (Walker 1977, Vose 1991), and then a move takes one random word, one
// multiplication and one comparison. If the tables of a space would be too large it
// takes plain steps. Tests hold the tables to Step outcome by outcome, and Run to the
// enumerated law of Forward and Reverse.
//
// Both ways use only the log density of a level. So this package and package exact
// share only the description of the chain, and when they agree that is evidence.
//
// # What a seed fixes
//
// Chains come in blocks of 4096. Each block of each direction has a generator of its
// own (PCG), seeded by a hash of the seed, the direction and the number of the block,
// and sums are taken in the order of the chains. So one seed gives the same bits on any
// number of workers. Each reverse chain begins with an exact draw of p_T of its own: if
// chains shared a draw they would not be independent, and their error bars too small.
// The memory is a log weight for each chain and a few blocks for each worker; nothing
// grows with chains times T.
//
// # Infinite log weights
//
// log w is -Inf for a forward chain that met a cell without mass, and +Inf for a
// reverse chain that came from one. It stays infinite from then on. If such chains have
// a positive probability then the expectation of log w is infinite, and so is B: the
// estimates are infinite too, with a standard error of NaN and a warning. The means of
// w and 1/w are finite all the same.
//
// # What an estimate says against itself
//
// Means of w and 1/w hang on a few large weights. Two warnings travel with such an
// estimate. The first comes if the largest weight is more than 1% of the sum. The
// second comes if chains of the other direction have weights that matter and that none
// of these chains has: weights that were seen cannot tell of weights that were not.
//
// An estimate without a warning has passed a test on its own weights, and that selects.
// The runs that pass have few large weights, and so a large effective sample size. On
// toys where four fifths of all runs pass, the ESS of these runs is too high by 0.35
// standard errors on average; if a fifth passes, by 0.7. Over all runs together, and if
// all pass, it is right. More chains move a run away from the limit. No estimate is free
// of this while its warning looks at the same weights.
package sample
