package experiments_test

import (
	"context"
	"fmt"
	"math"
	"os"
	"path/filepath"

	"breadboard/experiments"
	"breadboard/grid"
	"breadboard/toys"
)

// A folder has a matrix for each beta. Each leaves its level invariant, and so J and B exist.
func ExampleSetting_matrix() {
	dir, err := os.MkdirTemp("", "matrices")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer os.RemoveAll(dir)
	for name, rows := range map[string]string{"beta-0.csv": "0.5,0.5\n0.5,0.5\n",
		"beta-1.csv": "0.75,0.25\n0.5,0.5\n"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(rows), 0o644); err != nil {
			fmt.Println(err)
			return
		}
	}
	chain, err := experiments.Setting{Matrix: dir}.On(toys.Target{Name: "coin", Grid: grid.New(2),
		LogF: []float64{math.Ln2, 0}})
	if err != nil {
		fmt.Println(err)
		return
	}
	rows, err := chain.Exactly(context.Background(), []int{2}, nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("J = %.3g, B = %.3g\n", rows[0].J(), rows[0].B())
	// Output:
	// J = 0.0076, B = 0.116
}
