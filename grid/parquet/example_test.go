package parquet_test

import (
	"bytes"
	"fmt"

	pq "github.com/parquet-go/parquet-go"

	"breadboard/grid/parquet"
)

// Two columns of a file are read row by row.
func ExampleFile_Read() {
	type move struct {
		Note string `parquet:"note"`
		From int64  `parquet:"from"`
		To   int64  `parquet:"to"`
	}
	var file bytes.Buffer
	if err := pq.Write(&file, []move{{"a", 0, 5}, {"b", 4, 4}}); err != nil {
		fmt.Println(err)
		return
	}
	f, err := parquet.Open(bytes.NewReader(file.Bytes()), int64(file.Len()))
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(f.Names())
	err = f.Read([]parquet.Column{{At: 1, Name: "from"}, {At: 2, Name: "to"}}, func(row int, numbers []int64) error {
		fmt.Println(row, numbers)
		return nil
	})
	fmt.Println(err)
	// Output:
	// [note from to]
	// 1 [0 5]
	// 2 [4 4]
	// <nil>
}
