// Package experiments looks annealings up by their names, and measures them.
//
// Three types follow one another, so that the size of a state space is known before memory is taken for it:
//
//	Setting --Find()--> Resolved --Annealer()--> Annealer --At(ctx, T)--> chains.Annealing
//	 names, as words     names looked up,         target, bridge and       betas chosen
//	 (setting.go)        grid (resolved.go)       kernel (annealer.go)
//
// Every field of a Setting has a default. Find (find.go) looks up all names and joins their faults, because people want
// to see all of them at once. A Fault has Fields, and Say spells them as flags, or as they were given (fault.go).
//
// The other files have what a name can mean, one kind of name each, and what is done with an Annealer:
//
//	catalogue.go  all names of a field       target.go    toys, models, and targets from files
//	lookup.go     a name in a catalogue      ends.go      initial densities, and bridges from them
//	spelling.go   the nearest known name     schedule.go  betas by a curve, or from a file
//	ranges.go     a name with a range        optimal.go   what chooses betas by exact numbers
//	                                         rows.go      kernels by matrices of a folder
//	progress.go   work on all cores          exec.go      kernels by the rows of a command
//	memory.go     what a run takes           program.go   programs in place of annealing
//
// They are one package because the faults of all names are found together, and because a name is valid or not by what
// the others are: a kernel by the axes of the target, a bridge by the initial density, a schedule by the kernel.
//
// An Annealer measures (measure.go) what an Ask asks for, and fills in Measurements (measurement.go): exact numbers,
// also by cell, the accounts of programs (account.go, ways.go), chains beside exact numbers (check.go, estimates.go),
// and proofs (proof.go). They are the same on any number of cores: each depends only on its own parameters and seed.
// A hash tells whether files and commands are as they were (fingerprint.go).
package experiments
