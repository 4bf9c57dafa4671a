package draws_test

import (
	"bytes"
	"context"
	"fmt"

	"breadboard/experiments"
	"breadboard/experiments/crosscheck"
	"breadboard/experiments/journal"
	"breadboard/experiments/sampling"
	"breadboard/reports/draws"
)

// Runs of a sampler, as a Parquet file in memory. An io.Writer of a real file does as well.
func Example() {
	chain, err := experiments.Setting{Toy: "barrier"}.Chain()
	if err != nil {
		fmt.Println(err)
		return
	}
	o := sampling.Plan{Chains: 1000, Seed: 1, Keep: true}
	checks, err := crosscheck.OfEach(context.Background(), chain, []int{20}, o, nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	all := draws.Sample{Chain: chain, Checks: checks, Build: journal.Build{Version: "v1"}}
	var file bytes.Buffer
	if err := all.File("chains.parquet").Write(&file); err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(all.Len(), "rows,", string(file.Bytes()[:4]))
	// Output:
	// 2000 rows, PAR1
}
