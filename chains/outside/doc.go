// Package outside reads what others have made: transition matrices (CSV, NPY,
// folders of them), observed moves (CSV, Parquet), and the answers of a program
// that makes moves when asked over a pair of pipes. It judges nothing: a matrix
// whose rows do not sum to 1, a negative entry or a NaN is read as it stands, for
// a check to find. What cannot be read at all is an error of one line that names
// the file, the row and the column, what was found and what would do.
//
// # A folder of matrices
//
// A folder is a kernel for a whole annealing, one matrix for each level. It has
// its betas in one of two ways:
//
//   - in the names: beta-0.25.csv, beta-0.5.npy, beta-1.csv. The betas are
//     different, in 0..1, and the last is 1; the first level, beta = 0, needs no
//     matrix.
//   - in a file betas.csv, a schedule as --schedule takes it (T betas from 0 to 1
//     that never fall), beside 2.csv, 3.npy, ..., one for each level from the
//     second to T, by its number; 002.csv is 2.csv. A 1.csv may be there.
//
// Names that begin with a dot are passed over; any other is an error, lest a
// matrix with a slip in its name is left out.
//
// # A program
//
// The protocol is told in cmd/breadboard/clients/README.md and spoken by Talk.
package outside
