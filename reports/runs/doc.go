// Package runs draws annealings that were run: what `breadboard exact --pictures` and `sample
// --pictures` write. It takes portraits, which are data, and makes files of them (Files):
//
//	maps-T100.png .svg .pdf .csv     p, q and what sets them apart, and the parts of J and B, by cell
//	steps-T100...                    the share of B of each step, and the betas
//	weights-T100...                  the law of log w, forward and in reverse
//	run.html                         one page with all of these
//
// Each figure (maps.go, steps.go, weights.go) has its data beside it, in data.go.
package runs
