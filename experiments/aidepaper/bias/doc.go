// Package bias is Figure 2 of the AIDE paper: how much of AIDE is bias for MH, SMC and VB, on a linear
// regression whose posterior is known.
//
//	regression.go  the problem on a lattice, and its closed forms
//	powers.go      MH with proposals from the prior, exactly, after any number of steps
//	takein.go      SMC that takes in the data one by one
//	recorded.go    the authors' numbers
//	findings.go    the claims
package bias
