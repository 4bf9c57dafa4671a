// Package apart measures how far apart two inference programs are on one target: by AIDE's estimate,
// and by the exact numbers beside it.
//
//	spec.go      a program with settings of its own, as in ais:T=100:kernel=king
//	cells.go     a program aimed at a chain, as AIDE sees it: it returns the target's cells
//	study.go     programs beside a gold standard, at every T
//	hidden.go    programs on a hidden Markov model, beside a gold standard
//	pair.go      two programs that return things of any type, and their row
//	halving.go   what M would halve the bias of the estimate
//	falls.go     Theorem 1: the estimate falls with the runs of either program
//
// A Study makes a Pair of each program and the gold standard, and Measure makes a Row of each Pair. A
// program that does not run on a chain needs a Pair alone: its things X may be paths or partitions.
package apart
