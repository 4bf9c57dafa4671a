package outside

import (
	"errors"
	"fmt"
	"io"

	"breadboard/grid"
	"breadboard/grid/parquet"
)

// readMovesParquet reads moves from Parquet of size bytes, as package parquet reads columns: they are
// whole numbers of 32 or 64 bits without nulls.
func readMovesParquet(r io.ReaderAt, size int64, name string, g grid.Grid, visit func(x, y int)) error {
	if err := movesParquet(r, size, g, visit); err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	return nil
}

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
