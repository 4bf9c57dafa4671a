// Package runs draws annealings that were run: what `breadboard exact --pictures` and `sample
// --pictures` write. It takes portraits, which are data, and makes files of them (Files):
//
//	maps-T100.png .svg .pdf .csv     p, q and what sets them apart, and the parts of J and B, by cell
//	steps-T100...                    the share of B of each step, and the betas
//	weights-T100...                  the law of log w, forward and in reverse
//	run.html                         one page with all of these
//
// Each figure (maps.go, steps.go, weights.go) has its data beside it (data.go). steps-T100.csv is
// what `exact --steps --format csv` prints. The columns of the others, with divergences in nats:
//
//	cell, axis_1, ...      the number of the cell, and its place along each axis, all from 0
//	wall                   whether no chain can be there
//	p, q                   the target, and the law of the samples
//	q_minus_p, log_q_over_p
//	j_part, b_part         what the cell adds to J and to B (exact.ByCell)
//	j_share, b_share       the same over J and B; empty if these are 0 or infinite
//
//	direction, from, to    a bin of log w - log R, forward or reverse
//	sigma                  of the normal noise that is added to log w
//	exact                  the mass of the bin; empty if it is not known
//	sampled, stderr        the part of the chains in it, and its standard error
//	low, high              the ends of a 95% interval
package runs
