// Package experiments looks annealings up by their names, and runs them exactly.
//
// Three types follow one another, so that the size of a state space is known before memory is taken for it:
//
//	Setting --Find()--> Found --Chain()--> Chain --At(ctx, T)--> chains.Annealing
//	 names, as words     target, kernel,     target, bridge,       betas chosen
//	 (setting.go)        bridge, schedule,   kernel, made
//	                     sizes (found.go)    (chain.go)
//
// Every field of a Setting has a default. A Found is what the names lead to, by one finder each, which returns its
// part or a Fault: findTarget (target.go), findKernel (kernel.go), findBridge (bridge.go), parseSchedule (schedule.go).
// Names can be wrong in many ways, and people see all faults at once: Find joins them. A Fault knows its Fields, and
// Say spells them as flags, or as they were given. A small target is made with the Found, because a file that cannot
// be read is a fault among the others; a large one is made by Chain alone, and TooLarge says so before (size.go).
//
// Kernels that are known by their rows are read and judged in matrices.go and judged.go, or asked for in asking.go.
// Schedules that need exact numbers are in truths.go, and programs in program.go.
//
// A Chain runs itself at several T: Exactly (exactly.go). Packages above this one take a Chain: weights has accounts
// of programs and the law of log w, crosscheck runs dice beside the exact numbers, and certified puts a proof beside
// them. A study takes a context and a Progress, runs on all cores, and returns the same rows on any number of them:
// each row depends on its own parameters and seed alone, and has its own place.
//
// Studies of many annealings have packages of their own: sweep runs every combination of lists, ranking finds the best
// schedules of a sweep, papers has BREAD's Appendix B and the tables of its sister papers, protocol BREAD's protocol
// for real data, validation checks a kernel, geweke a kernel with a model, score how well kernels sample, and apart how
// far two programs are apart. Package portrait collects what is drawn of one annealing. Package columns names the
// numbers of all rows, lists reads lists of names and ranges, and journal keeps the finished rows of a sweep. Package
// reports prints the rows.
package experiments
