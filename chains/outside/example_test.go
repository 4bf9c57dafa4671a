package outside_test

import (
	"fmt"
	"os"
	"path/filepath"

	"breadboard/chains/outside"
)

// A transition matrix of two cells, from a CSV file.
func Example() {
	dir, err := os.MkdirTemp("", "outside")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer os.RemoveAll(dir)
	path := filepath.Join(dir, "K.csv")
	if err := os.WriteFile(path, []byte("0.9,0.1\n0.4,0.6\n"), 0o666); err != nil {
		fmt.Println(err)
		return
	}
	rows, err := outside.OpenMatrix(path, 2)
	fmt.Println(rows, err)
	// Output:
	// [0.9 0.1 0.4 0.6] <nil>
}
