// Package outside reads kernels that were made elsewhere: transition matrices (CSV, NPY, folders of them) and records
// of observed moves (CSV). The third way in is a program that makes moves when it is asked (chains.Mover). A Runner is
// an inference program that makes runs when it is asked.
//
// The package does not judge. It reads a matrix whose rows do not sum to 1, or with a negative entry or a NaN, as it
// stands, so that a check can find the fault and its place. Only unreadable input is an error: one line that names the
// file, the row and the column, what was found there and what to use.
//
// # A folder of matrices
//
// A folder is a kernel for a whole annealing, with one matrix for each level. Its betas are in the names of the files:
// beta-0.25.csv, beta-0.5.npy, beta-1.csv. The level beta = 0 is added if it is missing: nothing moves there, so it
// needs no matrix. Names that begin with a dot are skipped. Any other name is an error: otherwise a matrix with a
// misspelled name would be left out silently.
package outside

import "context"

// A Runner is an inference program that is asked for many runs at once. Its runs obey the law of
// package programs, in which R may be any constant: forward and reverse runs share it.
type Runner interface {
	// Forward makes as many forward runs as there are cells. It sets them to the cells that
	// the runs return, and logw to their log weights. A weight of 0 is -Inf.
	Forward(ctx context.Context, cells []int, logw []float64) error
	// Reverse makes a reverse run from each cell and sets logw to the log weights. A run that
	// is never made forward has +Inf. Every cell given has mass under the target.
	Reverse(ctx context.Context, logw []float64, cells []int) error
}
