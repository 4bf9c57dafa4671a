// Package explore answers what a page asks while somebody paints a density and drags a schedule. A
// Question (question.go) is an annealing, with its target drawn by hand or named. Each answer is
// data alone, in a form that JSON can hold:
//
//	Measured   J, both divergences and B: a fifth of a millisecond on 7x7 at T = 1000, for every stroke
//	Exact      these with their checks, and what each cell and each step adds to J and B
//	Levels     p_beta, the forward law and the reverse law at steps along the annealing
//	Spectrum   the gap, the relaxation time and the slowest mode along beta
//	Schedules  the betas of named schedules beside the question's own, with J and B of each
//	Curve      J and B against T, for several schedules
//	Sampled    what Monte Carlo says so far, beside what is exact
//	Walkers    where single chains went
//	Drawn      a target to paint on, of a question (draw.go) or from a file (open.go)
//	Choices    the catalogues of names
//
// Each file is named after its answer. A run (run.go) is a question on its way to one.
//
// The numbers are those of packages exact, sample and spectra, by the same calls that the commands make:
// nothing is computed here in a second way. Limits (limits.go) say how large a question may be, so that
// a stranger's question cannot hold the machine up.
package explore
