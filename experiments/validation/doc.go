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
// that the probability of accusing a sound kernel is small and stated. A law with too few
// data for a test is called unclear.
//
// A Validation (validation.go) holds all findings. Its Verdict is one line.
package validation
