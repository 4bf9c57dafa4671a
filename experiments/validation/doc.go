// Package validation answers one question: is my kernel right?
//
// A Candidate is an annealing as somebody wrote it: with a kernel of the catalogue (Of), with
// matrices from a file (Given), or with one's own, as in the example. There are two ways to
// look at it.
//
// If the kernel's probabilities are known, Run holds every level and both chains to the
// laws of package laws, and At a single level. Measure then adds how fast the chain is,
// and Compare puts the catalogue beside it.
//
// If only samples are seen, Sample asks a program for moves and tests them, and Count tests
// moves from a file. What they find are p-values. All tests share one level (Holm), so that
// a sound kernel is accused with a small probability that is stated, and a law that there
// is too little data to test is called unclear.
//
// A Validation holds what was found. Its Verdict says it in one line.
package validation
