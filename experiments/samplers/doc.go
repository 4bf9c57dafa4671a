// Package samplers studies how well samplers really work, and whether the usual diagnostics know
// it: the findings of Turner and Neal (2017) on densities so small that the truth is exact.
//
//	Scores        every kernel on every density: exact accuracies of time averages
//	Runs          sampled chains: what each diagnostic says, beside the truth
//	Counterparts  how far a diagnostic is from the exact number that it estimates
//	Verdicts      how often a diagnostic is fooled, and how often it cries for nothing
//	Calibrations  how the real ESS falls about the estimated one (Figure 3)
//
// # What is compared
//
// Eight chains are drawn of each kernel on each density, from each start (look.go). The truth about
// them is computed and not sampled (truth.go). One number alone is sampled, the real ESS of Eq. (4): it
// is the paper's own, and the exact RESS is what it estimates. KS distances have no other (package score).
//
// The ESS of a variance is that of the squared deviations from the exact mean; the paper has the ESS of
// the coordinate there. The ESS of a KS distance is that of the coordinate, as in the paper.
//
// # Who is wrong
//
// A diagnostic is fooled if its customary rule says fine and the exact RESS of the draws that it
// sees is below 12. It cries for nothing if it does not say fine of a run that is Sound.
//
// Package reports/studies prints the study.
package samplers
