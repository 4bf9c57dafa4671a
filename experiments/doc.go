// Package experiments looks annealings up by their names and studies them.
//
// A Setting (setting.go) names an annealing: a toy or a file, a seed or data, a kernel, a bridge,
// an initial density and a schedule. Every field has a default. Looking it up takes two steps
// (setting.go, chain.go), so that the size of a space is known before memory is taken for it:
//
//	Setting --Space()--> Space --Chain()--> Chain --At(ctx, T)--> chains.Annealing
//	 names               grid, kernel,      target made           betas chosen
//	                     Need of memory
//
// A Chain runs itself at several T: Exactly, CrossChecks (Monte Carlo beside exact numbers) and Certify (a proof beside
// float64). A study takes a context and a Progress, runs on all cores, and returns the same rows on any number of them:
// each row depends on its own parameters and seed alone, and has its own place.
//
// Names can be wrong in many ways, and people see all faults at once: Space joins a Fault
// for each. A Fault knows its Fields, and Say spells them as flags, or as they were given.
//
// Names, and runs beside the truth, are one package: a Chain, which is what names lead to, is also what runs, and of
// two packages each would have to know the other's half of it.
//
// Studies of many annealings have packages of their own: sweep runs every combination of lists, ranking finds the best
// schedules of a sweep, paper reproduces BREAD's Appendix B, bdmc BDMC's Section 6, aidepaper the experiments of the
// AIDE paper, protocol BREAD's protocol for real data, validation checks a kernel, geweke a kernel with a model, score
// how well kernels sample, samplers what diagnostics know of that, and apart how far two programs are apart. Package
// portrait collects what is drawn of one annealing. Package columns names the numbers of all rows, lists reads lists of
// names and ranges, and journal keeps finished rows. Package reports prints the rows.
package experiments
