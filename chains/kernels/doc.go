// Package kernels has the Markov kernels and their catalogue.
//
// Some are made of others: Cycle and Repeat make steps one after the other, Mixture and Lazy
// make one of several at random. Rows is a kernel given by one function, and Matrices one
// given by numbers.
//
// # A new kernel
//
// It is one file: a type whose On returns an operator that leaves any density invariant.
// Package operators has what operators share. One line in Families brings the kernel to
// every command, and one call of chaintest.Laws in its test holds it to the laws. If it
// knows its Facts, commands can tell beforehand what they take. To be certified, it is
// written again over reals in package certain.
package kernels
