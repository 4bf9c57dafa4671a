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
	cols, err := named(file.Names(), g)
	if err != nil {
		return err
	}
	columns := make([]parquet.Column, len(cols))
	for i, c := range cols {
		columns[i] = parquet.Column{At: c.at, Name: c.name}
	}
	rows, add := 0, visit
	if areStates(cols) {
		add = follow(visit)
	}
	err = file.Read(columns, func(row int, numbers []int64) error {
		var ends [2]int
		for i, c := range cols {
			if err := c.add(&ends, row, int(numbers[i])); err != nil {
				return err
			}
		}
		add(ends[0], ends[1])
		rows = row
		return nil
	})
	if err == nil && rows == 0 {
		return errors.New("no moves; rows of two cell numbers, from and to, would do")
	}
	return err
}
