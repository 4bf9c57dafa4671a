// Package portrait collects what is drawn of an annealing: the laws of its samples and of its
// target by cell, B by step and by cell, the betas, and the law of log w, forward and in reverse,
// exactly and, if chains were run, as a histogram of theirs (law.go).
//
// A Portrait is data alone. Package reports/runs draws it.
package portrait
