// Package kernels has the Markov kernels, one a file, and their catalogue. Start with
// metropolis.go and catalogue.go. Users bring kernels as Rows, given by one function, or as
// Matrices, given by numbers. Cycle and Repeat make steps one after the other, Mixture and
// Lazy make one of several at random.
//
// # A new kernel
//
// It is one file: a type whose On returns an operator that leaves any density invariant,
// most often one of package operators. One line in Families brings the kernel to every
// command, and one call of chaintest.Laws in its test holds it to the laws. If it has a
// method Facts, commands can tell beforehand what a run takes. To be certified, it is
// written again over reals in package certain.
package kernels
