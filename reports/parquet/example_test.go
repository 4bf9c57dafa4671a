package parquet_test

import (
	"bytes"
	"fmt"

	read "breadboard/grid/parquet"
	"breadboard/reports/parquet"
)

// Two rows are written, and a column of them is read.
func ExampleWriter() {
	fields := []parquet.Field{{Name: "kernel", Type: parquet.Text}, {Name: "T", Type: parquet.Int}}
	var file bytes.Buffer
	w := parquet.NewWriter(&file, fields, nil)
	_ = w.Write([]any{"metropolis", int64(100)}) // Close returns what went wrong
	_ = w.Write([]any{"king", int64(1000)})
	if err := w.Close(); err != nil {
		fmt.Println(err)
		return
	}
	f, err := read.Open(bytes.NewReader(file.Bytes()), int64(file.Len()))
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(f.Names())
	err = f.Read([]read.Column{{At: 1, Name: "T"}}, func(row int, numbers []int64) error {
		fmt.Println(row, numbers)
		return nil
	})
	fmt.Println(err)
	// Output:
	// [kernel T]
	// 1 [100]
	// 2 [1000]
	// <nil>
}
