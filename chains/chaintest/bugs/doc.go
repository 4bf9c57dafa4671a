// Package bugs is the catalogue of seeded bugs: kernels and programs with faults that people
// put into samplers. They prove that each law can fail. Only tests import it.
//
// Catalogue has the bugs of the committed table reports/validation, each put into one
// annealing on a 7x7 grid. The tests of package validation show which check catches which.
// Twins has broken kernels and programs for the tiny scenes of package chaintest: at least
// one for each of its laws.
//
// Most bugs are a kernels.Rule, the rows of a kernel (rules.go, gibbs.go), or an operator with
// one wrong method (operators.go). A rule that only one bug has stands beside its name in the
// catalogue. A wrong start or a wrong weight is no fault of a kernel: it is a function in a
// Bug, or a program in a Twin.
package bugs
