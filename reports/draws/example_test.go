package draws_test

import (
	"bytes"
	"context"
	"fmt"

	"breadboard/experiments"
	"breadboard/experiments/crosscheck"
	"breadboard/reports/draws"
)

// Runs of a sampler, as CSV in memory. An io.Writer of a real file does as well.
func Example() {
	chain, err := experiments.Setting{Toy: "barrier"}.Chain()
	if err != nil {
		fmt.Println(err)
		return
	}
	o := crosscheck.Plan{Chains: 1000, Seed: 1, Keep: true}
	checks, err := crosscheck.OfEach(context.Background(), chain, []int{20}, nil, o, nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	var file bytes.Buffer
	if err := draws.WriteCSV(&file, checks); err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("%d rows, %.35s\n", draws.Len(checks), file.String())
	// Output:
	// 2000 rows, T,program,direction,chain,draw,cell
}
