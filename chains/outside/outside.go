// Package outside reads kernels that were made elsewhere: transition matrices (CSV,
// NPY, folders of them) and records of observed moves (CSV). A Mover is the
// third way in: a program that makes moves when it is asked. A Runner is an inference program
// that makes runs when it is asked.
//
// The package does not judge. It reads a matrix whose rows do not sum to 1, or with a
// negative entry or a NaN, as it stands, so that a check can find the fault and its
// place. Only unreadable input is an error: one line that names the file, the row and
// the column, what was found there and what would do.
//
// A matrix has up to 4096 cells.
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

import (
	"context"
	"errors"

	"breadboard/chains"
	"breadboard/grid"
	"breadboard/grid/sheets"
)

// A Mover makes the moves of a kernel of which nothing else is known.
type Mover = chains.Mover

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

// movesWouldDo ends the error of a file that cannot be read.
const movesWouldDo = "a CSV or .npy file of moves"

// OpenMoves reads the observed moves in the file at path and calls visit with each, in
// their order: from x to y, cells of g, with y = x for a move that stayed. The file is
// NumPy's if it begins like one, and CSV otherwise.
//
// A move is written in one of three ways, counted from 0 unless how says otherwise:
//
//   - as two cell numbers, in columns from and to;
//   - on a grid of two axes as rows and columns, in columns from_row, from_col, to_row
//     and to_col;
//   - as places along every axis, in columns from_0, from_1, ..., to_0, to_1 and so on.
//
// Or the file has the states of chains, of which each with the next of its chain is a move: as cell
// numbers in a column called state or cell, or in the only column; or as places along every axis, in columns x_1, x_2
// and so on, or of two axes row and col, or i and j. The number of the chain is in a column
// called chain if there are several, and that of the state within its chain in one called draw, if there is
// one. An array of NumPy has states alone, a chain a row.
//
// Other columns are skipped. One that has no name is that of the rows' numbers, as R and pandas write
// it. Names that write a move in two of these ways, or in part of one, are an error, and so is a row that is longer or
// shorter than the first line. A CSV file without a line of names has only the numbers, in that order. A file
// without a move is an error. An error names the file, the row, counted from 1 without the names, and the
// column; the moves before it have been visited.
//
// headed reports whether row 1 looks like names: it has 0, 1 and so on, as pandas names columns, and does not
// lead to row 2, though row 2 leads to row 3.
func OpenMoves(path string, how sheets.Reading, g grid.Grid, visit func(x, y int)) (headed bool, err error) {
	s, err := sheets.Open(path, movesWouldDo)
	if err != nil {
		return false, err
	}
	if err := s.As(how, words(g)); err != nil {
		return false, err
	}
	return moves(s, g, visit)
}

// moves reads the moves of a sheet.
func moves(s *sheets.Sheet, g grid.Grid, visit func(x, y int)) (headed bool, err error) {
	l, err := layoutOf(s, g)
	if err != nil {
		return false, s.Wrong(err)
	}
	columns := make([]sheets.Column, len(l.columns))
	for i, c := range l.columns {
		columns[i] = sheets.Column{At: c.at, Name: c.Name, Would: "a whole number"}
	}
	var begin [3][3]int // the first rows
	counts := s.Names == nil && !l.states
	seen := 0
	rows := 0
	add := l.visitor(func(x, y int) { seen++; visit(x, y) })
	err = s.Each(columns, func(row int, values []sheets.Value) error {
		var numbers [3]int
		for i, c := range l.columns {
			first := s.From
			if l.states && c.of > 0 { // chains and draws
				first = 0
			}
			v, err := s.Place(row, columns[i], values[i].Number, first, c.Len)
			if err != nil {
				return err
			}
			numbers[c.of] += v * c.Stride
			counts = counts && (row > 1 || v == c.at)
		}
		if rows++; rows <= len(begin) {
			begin[rows-1] = numbers
		}
		return add(row, numbers)
	})
	if err == nil && seen == 0 {
		err = s.Wrong(errors.New("no moves; two states of a chain, or rows of from and to, would do"))
	}
	return counts && rows >= len(begin) && begin[0][1] != begin[1][0] && begin[1][1] == begin[2][0], err
}

// mostWhole is the largest number of a chain or a draw: whole numbers up to it are the same in every language.
const mostWhole = 1 << 53
