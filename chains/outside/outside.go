// Package outside reads kernels that were made elsewhere: transition matrices (CSV, NPY, folders of them) and records
// of observed moves (CSV, NPY). A user's command may make moves on request (chains.Mover), or the runs of an inference
// program (Runner).
//
// The package does not judge. It reads a matrix with a negative entry, a NaN or rows that do not sum to 1 as it stands,
// so that a check can find the fault and its place. Only unreadable input is an error: one line that names the file,
// the row and the column, the fault and what to use.
//
// # A folder of matrices
//
// A folder is a kernel for a whole annealing, with one matrix for each level. Its betas are in the names of the files:
// beta-0.25.csv, beta-0.5.npy, beta-1.csv. The level beta = 0 is added if it is missing: nothing moves there, so it
// needs no matrix. Names that begin with a dot are skipped. Any other name is an error: otherwise a matrix with a
// misspelled name would be left out silently.
package outside

import (
	"context"

	"breadboard/chains/enumerate"
)

// A Runner is an inference program that makes many runs at once. Its runs keep the law of package programs, in which R
// may be any constant: forward and reverse runs share it.
type Runner interface {
	// Forward makes len(cells) forward runs. It sets cells to the cells that the runs return, and logw to their log
	// weights. A weight of 0 is -Inf.
	Forward(ctx context.Context, cells []int, logw []float64) error
	// Reverse makes a reverse run from each cell and sets logw to the log weights. A run that is never made forward has
	// +Inf. Every cell has mass under the target.
	Reverse(ctx context.Context, logw []float64, cells []int) error
}

// Forward is the start of forward runs, in place of the cell of reverse runs.
const Forward = -1

// An End is where a run of a program ends: the cell that a forward run returns, or a reverse run begins with, and log
// w.
type End struct {
	Cell int
	LogW float64
}

// A Teller is a Runner that also makes runs whose first choices have told outcomes, from Forward or from a cell. The
// error is a NotTold if it makes none.
type Teller interface {
	Runner
	Runs(ctx context.Context, asked []enumerate.Run[End], how enumerate.Asking) ([]enumerate.Run[End], error)
}
