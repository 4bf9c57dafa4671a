// Package experiments looks annealings up by their names and studies them.
//
// A Setting names an annealing: a toy or a file, a seed, a kernel, a bridge, an initial
// density and a schedule. Every field has a default. Looking it up goes in two steps, so
// that a large space is known before memory is taken for it:
//
//	Setting --Space()--> Space --Chain()--> Chain --At(ctx, T)--> chains.Annealing
//	 names               grid, kernel,      target made           betas chosen
//	                     Need of memory
//
// A Chain runs itself at several T: Exactly, CrossChecks (Monte Carlo beside exact numbers) and
// Certify (a proof beside float64). A study takes a context and a Progress, runs on all
// cores, and returns the same rows whatever their number: each row is a function of its own
// parameters and seed, and has its own place.
//
// Names are wrong in many ways, and people see all faults at once: Space joins a Fault for
// each, which knows its Field. Say spells the fields as flags, or however they were given.
//
// Studies of many annealings have rooms of their own: sweep runs every combination of lists,
// ranking says which schedules of a sweep are best, paper reproduces BREAD's Appendix B. How
// rows look is the business of package reports.
package experiments
