package sweep_test

import (
	"context"
	"fmt"

	"breadboard/experiments/journal"
	"breadboard/experiments/sweep"
)

// Two schedules at two T on a toy are four jobs. Here the rows stay in memory, where a
// journal's Commit would write them to the disk.
func Example() {
	spec := sweep.Spec{Toy: sweep.List{"barrier"}, Schedule: sweep.List{"linear,sigmoid:4"}, T: sweep.List{"10", "100"}}
	plan, err := spec.Plan(journal.Build{})
	if err != nil {
		fmt.Println(err)
		return
	}
	rows := map[string]sweep.Row{}
	commit := func(sweep.Row) error { return nil }
	if err := plan.Run(context.Background(), rows, commit, nil); err != nil {
		fmt.Println(err)
		return
	}
	all := plan.Table(rows)
	for _, r := range all {
		fmt.Printf("%s: J = %.3g, B = %.3g\n", r.Job, r.At("J"), r.At("B"))
	}
	// Output:
	// barrier, metropolis, geometric, uniform, linear, T = 10: J = 1.86, B = 2.63
	// barrier, metropolis, geometric, uniform, linear, T = 100: J = 1.65, B = 1.81
	// barrier, metropolis, geometric, uniform, sigmoid:4, T = 10: J = 1.86, B = 2.71
	// barrier, metropolis, geometric, uniform, sigmoid:4, T = 100: J = 1.66, B = 1.8
}
