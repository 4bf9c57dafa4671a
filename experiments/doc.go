// Package experiments looks annealings up by their names, and runs them exactly.
//
// Three types follow one another, so that the size of a space is known before memory is taken for it:
//
//	Setting --Space()--> Space --Chain()--> Chain --At(ctx, T)--> chains.Annealing
//	 names, as words     found: grid,       made: target,         betas chosen
//	 (setting.go)        kernel, Need of    bridge, kernel
//	                     memory             (chain.go)
//
// Every field of a Setting has a default. A Space has what the names lead to, by one finder each (findKernel,
// findBridge, ...). Names can be wrong in many ways, and people see all faults at once: Space joins a Fault for each.
// A Fault knows its Fields, and Say spells them as flags, or as they were given. A small target is made with the
// Space, because a file that cannot be read is a fault among the others; a large one is made by Chain alone.
//
// What most annealings do not need registers itself (registered.go): programs by package weights, folders of matrices
// by package matrices. Whoever asks for J and B of a kernel does not build them.
//
// A Chain runs itself at several T: Exactly (exactly.go). Packages above this one take a Chain: weights has accounts
// of programs and the law of log w, crosscheck runs dice beside the exact numbers, and certified puts a proof beside
// them. A study takes a context and a Progress, runs on all cores, and returns the same rows on any number of them:
// each row depends on its own parameters and seed alone, and has its own place.
//
// Studies of many annealings have packages of their own: sweep runs every combination of lists, ranking finds the best
// schedules of a sweep, paper reproduces BREAD's Appendix B, protocol BREAD's protocol for real data, validation
// checks a kernel, geweke a kernel with a model, score how well kernels sample, and apart how far two programs are
// apart. Package portrait collects what is drawn of one annealing. Package columns names the numbers of all rows,
// lists reads lists of names and ranges, and journal keeps finished rows. Package reports prints the rows. The other
// papers, and what else was found with the workbench, are the module studies.
package experiments
