// Package sample runs annealed chains by the million, forward and in reverse, and
// estimates from their log weights what package exact computes.
//
// # Two ways to run a chain
//
// Package programs runs one chain with any dice (programs.AIS). Run (run.go, walk.go) does
// the same for many chains at once. At each level it
// compiles the operator into tables of alias slots (table.go; Walker 1977, Vose 1991), and
// then a move takes one random word, one multiplication and one comparison. If a table would
// be too large Run takes plain steps. Tests hold the tables to Step outcome by outcome, and
// Run to the enumerated law of programs.AIS.
//
// RunProgram (programs.go) runs any program, with the same estimates at the end: annealing as
// above, SMC that resamples at every level in swarms (smc.go), and every other by the
// program's own code. Tests hold swarms to the enumerated law of programs.SMC.
//
// AIDE (aide.go) looks at runs of two programs. Annealing takes the runs of many looks through the
// levels together, to the same bits as one after another.
//
// Both ways use only the log density of a level. So this package and package exact
// share only the description of the chain, and when they agree that is evidence.
//
// # What a seed fixes
//
// Chains come in blocks of 4096. Each block of each direction has a generator of its own
// (PCG), seeded by a hash of the seed, the direction and the number of the block. So one
// seed gives the same bits on any number of workers. Runs of other programs have a generator
// each, seeded by the number of the run, and so have the runs of each look of AIDE. Each
// reverse chain begins with an exact draw of p_T of its own: if chains shared a draw their
// error bars would be too small. The memory is a log weight for each chain and a few blocks
// for each worker.
//
// A run can grow: Options.After leaves out the chains that an earlier run has, Append adds the others
// to it, and First looks at the first of them (growing.go).
//
// # Infinite log weights
//
// log w is -Inf for a forward chain that met a cell without mass, and +Inf for a reverse
// chain that came from one. If such chains have a positive probability then the expectation
// of log w is infinite, and so is B: the estimates are infinite too, with a standard error
// of NaN and a warning. The means of w and 1/w are finite all the same.
//
// # What an estimate says against itself
//
// Means of w and 1/w depend on a few large weights. Such an estimate carries a warning if
// the largest weight is more than 1% of the sum, or if chains of the other direction have
// weights that matter and that none of these chains has.
//
// An estimate without a warning has passed a test on its own weights, and the test selects
// runs with few large weights. On toys where four fifths of all runs pass, the ESS of these
// runs is too high by 0.35 standard errors on average; if a fifth passes, by 0.7. With more
// chains a run that passed has less of this bias.
package sample
