// Package samplers studies how well samplers really work, and whether the usual diagnostics know
// it: the findings of Turner and Neal (2017) on densities so small that the truth is exact.
//
//	Scores   every kernel on every density: exact accuracies of time averages
//	Runs     sampled chains: what each diagnostic says, beside the truth
//
// Package reports/studies/samplers prints the study.
package samplers
