//go:build !js

package sheets

import (
	"fmt"
	"io"
	"math"

	"breadboard/grid/parquet"
)

// Parquet opens the size bytes of a Parquet file.
func Parquet(r io.ReaderAt, size int64) (*Sheet, error) {
	file, err := parquet.Open(r, size)
	if err != nil {
		return nil, err
	}
	names := file.Names()
	rows := func() (int, bool) { return file.Rows(), true }
	return &Sheet{Names: names, Width: len(names), rows: rows, each: func(columns []Column, visit Visit) error {
		asked, values := make([]parquet.Column, len(columns)), make([]Value, len(columns))
		for i, c := range columns {
			asked[i] = parquet.Column{At: c.At, Name: c.Name, Kind: file.KindOf(c.At)}
			if !c.Words && asked[i].Kind == parquet.Word {
				return fmt.Errorf("column %s has words; numbers would do", c.Name)
			}
		}
		return file.Read(asked, func(row int, bits []int64) error {
			for i, b := range bits {
				switch asked[i].Kind {
				case parquet.Whole:
					columns[i].setWhole(&values[i], b, file.Unsigned(columns[i].At))
				case parquet.Real:
					columns[i].set(&values[i], math.Float64frombits(uint64(b)))
				default:
					values[i].Word = file.Word(i, b)
				}
			}
			return visit(row, values)
		})
	}}, nil
}
