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
	s := &Sheet{Names: names, Width: len(names), rows: rows}
	s.each = func(columns []Column, visit Visit) error {
		asked := make([]parquet.Column, len(columns))
		values := make([]Value, len(columns))
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
					v := math.Float64frombits(uint64(b))
					if columns[i].Words && math.Abs(v) >= oneForMany && !math.IsInf(v, 0) {
						found := fmt.Sprintf("%v, a double, which is one number for several names from 2^53 on", v)
						return s.Fault(row, Column{Name: columns[i].Name, Would: "whole numbers, or text,"}, found)
					}
					columns[i].set(&values[i], v)
				default:
					values[i].Word = file.Word(i, b)
				}
			}
			return visit(row, values)
		})
	}
	return s, nil
}

// oneForMany is the float64 from which on several whole numbers are one.
const oneForMany = 1 << 53
