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
// It is one file: a type whose On returns an operator that leaves any density invariant,
// most often one of package operators. One line in Families brings the kernel to every
// command, and one call of chaintest.Laws in its test holds it to the laws. If it has a
// method Facts, commands can tell beforehand what a run takes. To be certified, it is
// written again over reals in package certain.
package kernels
