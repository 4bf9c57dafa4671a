package outside

import (
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"

	"breadboard/grid"
	"breadboard/grid/text"
)

// movesWouldDo ends the error of a file that cannot be read.
const movesWouldDo = "a CSV or Parquet file of moves"

// OpenMoves reads the observed moves in the file at path and calls visit with each, in
// their order: from x to y, cells of g, with y = x for a move that stayed. The file is
// Parquet if it begins like one, and CSV otherwise.
//
// A move is written in one of three ways, always counted from 0:
//
//   - as two cell numbers, in columns from and to;
//   - on a grid of two axes as rows and columns, in columns from_row, from_col, to_row
//     and to_col;
//   - as places along every axis, in columns from_0, from_1, ..., to_0, to_1 and so on.
//
// Other columns are skipped. A CSV file without a line of names has only the numbers,
// in that order. There is at least one move. An error names the file, the row, counted
// from 1 without the names, and the column.
func OpenMoves(path string, g grid.Grid, visit func(x, y int)) error {
	f, err := os.Open(path)
	if err != nil {
		return text.Unreadable(path, err, movesWouldDo)
	}
	defer f.Close()
	head := make([]byte, len(parquetMagic))
	switch _, err := f.ReadAt(head, 0); { // a pipe cannot be read at a place; it is CSV
	case err == nil && string(head) == parquetMagic:
		info, err := f.Stat()
		if err != nil {
			return text.Unreadable(path, err, movesWouldDo)
		}
		return readMovesParquet(f, info.Size(), path, g, visit)
	case strings.HasSuffix(path, ".parquet") && (err == nil || err == io.EOF):
		return fmt.Errorf(`%s: the file does not begin with "PAR1", as Parquet does; %s would do`, path, movesWouldDo)
	}
	return readMovesCSV(f, path, g, visit)
}

// readMovesCSV reads moves from CSV. A byte order mark, blanks around fields, CRLF and
// empty lines are passed over.
func readMovesCSV(r io.Reader, name string, g grid.Grid, visit func(x, y int)) error {
	err := movesCSV(text.NewReader(r), g, visit)
	switch {
	case err == nil:
		return nil
	case errors.As(err, new(*os.PathError)):
		return text.Unreadable(name, err, movesWouldDo)
	}
	return fmt.Errorf("%s: %w", name, err)
}

func movesCSV(in *csv.Reader, g grid.Grid, visit func(x, y int)) error {
	var cols []column
	for row := 0; ; {
		fields, err := in.Read()
		switch {
		case err == io.EOF && row == 0:
			return errors.New("no moves; lines of two cell numbers, from and to, would do")
		case err == io.EOF:
			return nil
		case err != nil:
			return text.Broken(err, row+1, len(fields)+1)
		}
		if cols == nil {
			var named bool
			if cols, named, err = columnsOf(fields, g); err != nil {
				return err
			} else if named {
				continue
			}
		}
		row++
		x, y, err := moveOf(fields, cols, row)
		if err != nil {
			return err
		}
		visit(x, y)
	}
}

// moveOf reads the move in the fields of a row.
func moveOf(fields []string, cols []column, row int) (x, y int, err error) {
	var ends [2]int
	for _, c := range cols {
		if c.at >= len(fields) {
			return 0, 0, fmt.Errorf("row %d has %s; column %d, %s, would do",
				row, text.Count(len(fields), "column"), c.at+1, c.name)
		}
		v, err := strconv.Atoi(strings.TrimSpace(fields[c.at]))
		if err != nil {
			return 0, 0, c.wrong(row, text.Quote(fields[c.at]))
		}
		if err := c.add(&ends, row, v); err != nil {
			return 0, 0, err
		}
	}
	return ends[0], ends[1], nil
}
