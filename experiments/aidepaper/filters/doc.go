// Package filters is Figure 4 of the AIDE paper: particle filters of a hidden Markov model, with the
// authors' parameters, beside exact values and beside a mistake that gives the authors' numbers.
//
//	data.go      the model, and the estimates that the authors recorded
//	row.go       the rows
//	mistake.go   the authors' conditional run, which is off by one step
//	states.go    the laws of the filters' states
//	findings.go  the claims
package filters
