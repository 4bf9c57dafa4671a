// Package partitions is Figure 5 of the AIDE paper: a Dirichlet process mixture over all 21,147
// partitions of nine points, and the mean number of clusters beside AIDE.
//
//	runs.go      samplers of the mixture, with their exact laws where there are any
//	few.go       two particles on four points, where every path of the dice is walked
//	findings.go  the claims
package partitions
