// Package aidepaper carries out the experiments of the AIDE paper (Cusumano-Towner and Mansinghka
// 2017), each beside its exact values:
//
//	hmm.go         Figure 4: particle filters of a hidden Markov model, with the authors' parameters
//	bias.go        Figure 2: the bias of SMC, MH and VB against M, on a linear regression
//	               (regression.go); powers.go has MH exactly, takein.go is SMC, biasrecorded.go has
//	               the authors' numbers, and biasfindings.go the claims
//	modes.go       Figure 3: a bimodal target, where estimates of log p(y) hide a missing mode;
//	               modesspace.go has its lattice, and modesfindings.go its claims
//	partitions.go  Figure 5: a Dirichlet process mixture over all partitions of nine points
//	galaxies.go    the supplement's forty galaxies; galaxiesdata.go reads them, galaxiesruns.go runs the
//	               filters, galaxiesbound.go has exact values on four of them, and galaxiesfindings.go
//	               the claims
package aidepaper
