// Package kernels has the Markov kernels and their catalogue. Start with metropolis.go and
// catalogue.go.
//
// A kernel is one file of its name, and all stand side by side, so that a user finds any of them as
// kernels.X. There are three sorts. Most sample: Metropolis, Slice, Hamiltonian. Some are made of other
// kernels: Cycle and Repeat make steps one after the other, Mixture and Lazy make one of several at
// random. Some are brought by users: Rows are given by one function, Matrices by numbers. Beside
// them, facts.go adds up what a step takes, and drift.go has the moves of Langevin and Hamiltonian.
//
// # A new kernel
//
// It is one file and one line in Families, which brings the kernel to every command and to the laws. The file has
// a type, what a step of it does (Definition), an operator (On) and, so that commands can tell beforehand what a
// run takes, Facts.
//
// Definition is written once, over any number: a generic function whose rows visit every outcome of a step with
// its probability. The rows in float64 are made of it, and so is the proof of package certain. operators.NewWritten
// turns it into an operator. Pulling pairs by masses is the one optional second form, and Facts are said beside it.
// The laws of chaintest hold both forms to the definition, and literal readings of the papers the definition.
package kernels
