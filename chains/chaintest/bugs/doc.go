// Package bugs has the seeded faults that the tests of several packages share: kernels and
// programs with faults that people put into samplers. They prove that each law can fail.
// Only tests import it.
//
// Most are a kernels.Rule, the rows of a kernel (rules.go), or an operator with one wrong
// method (operators.go). The tests of package chaintest make a broken twin of them for each of
// its laws. The tests of package validation have the catalogue of bugs of the committed table
// reports/validation, each put into one annealing on a 7x7 grid.
package bugs
