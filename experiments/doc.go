// Package experiments looks annealings up by their names, and runs them exactly.
//
// Three types follow one another, so that the size of a state space is known before memory is taken for it:
//
//	Setting --Find()--> Found --Chain()--> Chain --At(ctx, T)--> chains.Annealing
//	 names, as words     names looked up,   target, bridge and     betas chosen
//	 (setting.go)        grid (find.go)     kernel (chain.go)
//
// Every field of a Setting has a default. Find looks up all names and joins their faults, because people want to see
// all of them at once. A Fault has Fields, and Say spells them as flags, or as they were given.
//
// Other files: kernels by rows from a folder (rows.go) and from a command (exec.go), schedules that need exact numbers
// (optimal.go), programs (program.go), an exact run (exactly.go), and work on all cores (progress.go).
//
// Packages above this one take a Chain: weights computes accounts of programs, crosscheck compares dice with exact
// numbers, and certified proves them. Each returns the same rows on any number of cores: a row depends only on its own
// parameters and seed.
package experiments
