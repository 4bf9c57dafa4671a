// Package experiments looks annealings up by their names, and runs them exactly.
//
// Three types follow one another, so that the size of a state space is known before memory is taken for it:
//
//	Setting --Find()--> Found --Chain()--> Chain --At(ctx, T)--> chains.Annealing
//	 names, as words     names looked up,   target, bridge and     betas chosen
//	 (setting.go)        grid (find.go)     kernel (chain.go)
//
// Every field of a Setting has a default. Find looks all names up and joins their faults, because people want to see
// all of them at once. A Fault knows its Fields, and Say spells them as flags, or as they were given. A target from a
// file is read when it is found. A toy is made by Chain alone.
//
// Kernels that are known by their rows are in rows.go, and asked for their rows in ask.go. Schedules that need exact
// numbers are in optimal.go, and programs in program.go.
//
// A Chain runs itself at several T: Exactly (exactly.go). Packages above this one take a Chain: weights has accounts
// of programs, crosscheck runs dice beside the exact numbers, and certified puts a proof beside them. A study takes a
// context and a Progress, runs on all cores, and returns the same rows on any number of them: each row depends on its
// own parameters and seed alone, and has its own place.
package experiments
