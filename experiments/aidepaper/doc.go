// Package aidepaper carries out the experiments of the AIDE paper (Cusumano-Towner and Mansinghka
// 2017), each beside its exact values. Each is a room:
//
//	bias        Figure 2: the bias of SMC, MH and VB against M, on a linear regression
//	modes       Figure 3: a bimodal target, where estimates of log p(y) hide a missing mode
//	filters     Figure 4: particle filters of a hidden Markov model, with the authors' parameters
//	partitions  Figure 5: a Dirichlet process mixture over all partitions of nine points
//	galaxies    the supplement's forty galaxies
//	terms       what all of them speak of
package aidepaper
