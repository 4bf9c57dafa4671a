// Package outside reads kernels that were made elsewhere: transition matrices (CSV,
// NPY, folders of them) and records of observed moves (CSV, Parquet). A Mover is the
// third way in: a program that makes moves when it is asked. A Runner is an inference program
// that makes runs when it is asked.
//
// The package does not judge. It reads a matrix whose rows do not sum to 1, or with a
// negative entry or a NaN, as it stands, so that a check can find the fault and its
// place. Only unreadable input is an error: one line that names the file, the row and
// the column, what was found there and what would do.
//
// Every file is read within bounds on memory and time, and an error names the bound. A matrix has up to
// 4096 cells. A CSV file of moves has up to 512 MiB, and a row of it up to 1 MiB. An array of states has up to
// 2^27 states, and there are up to 2^20 chains. Packages parquet and npy bound the rest.
//
// # A folder of matrices
//
// A folder is a kernel for a whole annealing, with one matrix for each level. Its
// betas are written in one of two ways:
//
//   - In the names of the files: beta-0.25.csv, beta-0.5.npy, beta-1.csv. No two betas
//     are equal, all are in 0..1 and the last is 1. The level beta = 0 is added if
//     it is missing: nothing moves there, so it needs no matrix.
//   - In a file betas.csv, T betas from 0 to 1 that never fall, as --schedule takes
//     them. Beside it 2.csv, 3.npy and so on hold the matrices of levels 2 to T;
//     002.csv is 2.csv too. There may be a 1.csv.
//
// Names that begin with a dot are skipped. Any other name is an error: otherwise a
// matrix with a misspelled name would be left out silently.
package outside

import "context"

// A Mover is a kernel that can only be sampled, such as a program at the other end of a
// pipe: it makes moves and does not give their probabilities.
type Mover interface {
	// Aim makes the moves leave exp(logf) invariant from now on.
	Aim(ctx context.Context, beta float64, logf []float64) error
	// Move sets next[i] to the state after one step from states[i]. The steps are
	// independent. Every state given has mass, and every next state is a cell of the
	// grid.
	Move(ctx context.Context, next, states []int) error
}

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
