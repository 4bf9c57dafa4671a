// Package validation answers one question: is my kernel right?
//
// A Candidate (candidate.go) is an annealing as somebody wrote it: with a kernel of the
// catalogue (Of), with matrices from a file (Given), or with one's own, as in the example. It
// can be checked in two ways.
//
// If the kernel's probabilities are known, Run (validate.go) checks the laws of package laws
// at every level and along both chains, and At checks a single level. Measure (speed.go) then
// adds how fast the chain is, and Compare (compare.go) the kernels of the catalogue.
//
// If only samples are seen, Sample (sampled.go) asks a program for moves and tests them, and
// Count tests moves from a file. They return p-values. All tests share one level (Holm), so
// that the probability of accusing a sound kernel is small and stated. A program is asked for
// fresh moves where a test is in doubt (again.go). A law with too few data for a test is
// called unclear.
//
// A Validation (validation.go) holds all findings. Its Verdict is one line, and ends with the
// likely cause if the room cause knows one.
//
// # What a chain can reach
//
// A kernel may leave p invariant and never get from one part of the cells to another, or go
// round in turns. Neither samples p at a fixed beta, so both are broken laws (structure.go,
// pattern.go), with these limits:
//
//   - Only cells with mass count, and only at the last level, whose density is sampled. Inside an
//     annealing a level may be reducible or periodic: the next ones make up for it, and every law
//     of its weights holds. The verdict says so and accuses nobody.
//   - Identity never moves and is accused, at any beta. No other kernel of the catalogue is, on
//     cells that single moves connect. If walls part the target, a kernel of single moves is
//     accused, and the cause names the target: longer moves would do.
//   - A period breaks the law of samples though averages converge. At a fixed beta the law of the
//     state depends on the start for ever.
//   - If masses span more than 600 nats a move may have a probability that floats write as 0. The
//     law is then unclear.
//   - With a tolerance, a move that it may have rounded to 0 exists if the move back does.
//   - Samples cannot show that a way is never taken. Cells that were not seen to be connected are
//     a note.
package validation
