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

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strconv"
	"strings"

	"breadboard/grid"
	"breadboard/grid/npy"
	"breadboard/grid/parquet"
	"breadboard/grid/text"
)

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

// movesWouldDo ends the error of a file that cannot be read.
const movesWouldDo = "a CSV, Parquet, .npy or .npz file of moves"

// maxBytes is the size of the longest CSV file of moves that is read: some 80 million moves.
const maxBytes = 512 << 20

// OpenMoves reads the observed moves in the file at path and calls visit with each, in
// their order: from x to y, cells of g, with y = x for a move that stayed. The file is
// Parquet or NumPy's if it begins like one, and CSV otherwise.
//
// A move is written in one of three ways, always counted from 0:
//
//   - as two cell numbers, in columns from and to;
//   - on a grid of two axes as rows and columns, in columns from_row, from_col, to_row
//     and to_col;
//   - as places along every axis, in columns from_0, from_1, ..., to_0, to_1 and so on.
//
// Or the file has the states of chains, of which each with the next of its chain is a move: as cell
// numbers in a column called state or cell, or in the only column. The number of the chain is in a column
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
func OpenMoves(path string, g grid.Grid, visit func(x, y int)) (headed bool, err error) {
	moves, each := 0, visit
	visit = func(x, y int) {
		moves++
		each(x, y)
	}
	defer func() {
		if err == nil && moves == 0 {
			err = errors.New("no moves; two states of a chain, or rows of from and to, would do")
		}
		err = of(path, err)
	}()
	file, member := npy.Member(path)
	f, err := os.Open(file)
	if err != nil {
		return false, unreadable(err, movesWouldDo)
	}
	defer f.Close()
	head := make([]byte, len(parquet.Magic))
	switch _, err := f.ReadAt(head, 0); { // a pipe cannot be read at a place; it is CSV
	case err == nil && (strings.HasPrefix(npy.Magic, string(head)) || string(head) == npy.MagicZip):
		return false, openStates(f, member, string(head) == npy.MagicZip, g, visit)
	case err == nil && string(head) == parquet.Magic:
		info, err := f.Stat()
		if err != nil {
			return false, unreadable(err, movesWouldDo)
		}
		return false, movesParquet(f, info.Size(), g, visit)
	case strings.HasSuffix(path, ".parquet") && (err == nil || err == io.EOF):
		return false, fmt.Errorf(`the file does not begin with "PAR1", as Parquet does; %s would do`, movesWouldDo)
	}
	return movesCSV(f, g, visit)
}

// movesCSV reads moves from CSV. A byte order mark, blanks around fields, CRLF and
// empty lines are passed over, but for an empty line among states.
func movesCSV(r io.Reader, g grid.Grid, visit func(x, y int)) (headed bool, err error) {
	noMoves := errors.New("no moves; lines of two cell numbers, from and to, would do")
	in := &sheet{in: text.NewReader(r, maxBytes)}
	fields, err := in.next()
	if err == io.EOF {
		return false, noMoves
	}
	if err != nil {
		return false, err
	}
	l, named, err := layoutOf(fields, g)
	if err != nil {
		return false, err
	}
	counts := !named && !l.states && text.Counts(slices.All(fields))
	if named {
		in.rows = 0
		if fields, err = in.next(); err == io.EOF {
			return false, noMoves
		}
	}
	add := l.visitor(visit)
	var begin [3][3]int // the first rows
	for ; err == nil; fields, err = in.next() {
		at, err := l.read(fields, in.rows)
		if err == nil {
			err = add(in.rows, at)
		}
		if err != nil {
			return false, err
		}
		if in.rows <= len(begin) {
			begin[in.rows-1] = at
		}
	}
	if err != io.EOF {
		return false, err
	}
	return counts && in.rows >= len(begin) && begin[0][1] != begin[1][0] && begin[1][1] == begin[2][0], nil
}

// A sheet is a CSV file whose rows are all as long as its first line. If they have one column, no empty line is among
// them: it may stand for a state that is missing, or part two chains.
type sheet struct {
	in          *text.Reader
	rows, width int // rows are those that have been read
	line        int // of the last of them
}

// next returns the fields of the next row. The error is io.EOF, or says what is wrong with the row.
func (s *sheet) next() ([]string, error) {
	fields, err := s.in.Read()
	if err == io.EOF {
		return nil, err
	}
	if s.rows++; err != nil {
		return nil, text.Broken(err, s.rows, len(fields)+1, movesWouldDo)
	}
	if s.width == 0 {
		s.width, s.line = len(fields), s.in.Line()-1
	}
	before := s.line
	s.line = s.in.Line()
	switch would := "rows of one length"; {
	case s.width == 1 && s.line > before+1:
		return nil, fmt.Errorf("an empty line before row %d; a state in every line, and a column chain where there are "+
			"several, would do", s.rows)
	case len(fields) == s.width:
		return fields, nil
	case s.rows == 1 && len(fields) == s.width+1: // as write.table of R does
		would = "a name for the first column too, or none of the rows' names,"
		fallthrough
	default:
		return nil, fmt.Errorf("row %d has %s, and the first line has %d; %s would do", s.rows,
			text.Count(len(fields), "column"), s.width, would)
	}
}

// The states of chains make moves too: each state and the next of the same chain.

// mostChains is the largest number of chains. Of each the last state is kept.
const mostChains = 1 << 20

// mostDraws is the largest number of a draw: whole numbers up to it are the same in every language.
const mostDraws = 1 << 53

// follow returns a visitor of states, cell x of a chain, that makes these moves.
func follow(visit func(x, y int)) func(x, chain int) {
	last := map[int]int{}
	return func(x, chain int) {
		if before, ok := last[chain]; ok {
			visit(before, x)
		}
		last[chain] = x
	}
}

// openStates reads the states of chains from an array of NumPy, in a .npz archive or not: one chain,
// or a chain a row. Of each chain the last state alone is kept.
func openStates(f *os.File, member string, archive bool, g grid.Grid, visit func(x, y int)) error {
	info, err := f.Stat()
	if err != nil {
		return err
	}
	var in io.Reader = io.NewSectionReader(f, 0, info.Size())
	if archive {
		a, err := npy.OpenArchive(f, info.Size(), member)
		if err != nil {
			return err
		}
		defer a.Close()
		in = a
	}
	var shape []int
	check := func(is []int) error {
		switch shape = is; {
		case len(shape) != 1 && len(shape) != 2:
			return fmt.Errorf("the shape is %s; states of one chain, or a chain a row, would do", npy.Tuple(shape))
		case len(shape) == 2 && shape[0] > mostChains:
			return fmt.Errorf("the shape is %s; up to %s chains would do", npy.Tuple(shape), text.Thousands(mostChains))
		}
		return npy.Most(mostStates)(shape)
	}
	add := follow(visit)
	return npy.Each(in, check, func(at int, v float64) error {
		if x := int(v); float64(x) != v || x < 0 || x >= g.Size() {
			return fmt.Errorf("%s is %s; a whole number from 0 to %d would do", npy.Place(shape, at),
				strconv.FormatFloat(v, 'g', -1, 64), g.Size()-1)
		}
		add(int(v), at/shape[len(shape)-1])
		return nil
	})
}

// mostStates is the largest number of states in an array, 2^27: they can be packed into a few bytes.
const mostStates = 1 << 27

// movesParquet reads moves from Parquet of size bytes, as package parquet reads columns: they are
// whole numbers of 32 or 64 bits without nulls.
func movesParquet(r io.ReaderAt, size int64, g grid.Grid, visit func(x, y int)) error {
	file, err := parquet.Open(r, size)
	if err != nil {
		return err
	}
	l, err := named(file.Names(), g)
	if err != nil {
		return err
	}
	columns := make([]parquet.Column, len(l.columns))
	for i, c := range l.columns {
		columns[i] = parquet.Column{At: c.at, Name: c.name}
	}
	rows, add := 0, l.visitor(visit)
	err = file.Read(columns, func(row int, values []int64) error {
		var numbers [3]int
		for i, c := range l.columns {
			if err := c.add(&numbers, row, int(values[i])); err != nil {
				return err
			}
		}
		rows = row
		return add(row, numbers)
	})
	if err == nil && rows == 0 {
		return errors.New("no moves; rows of two cell numbers, from and to, would do")
	}
	return err
}
