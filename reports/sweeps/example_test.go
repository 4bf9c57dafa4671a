package sweeps_test

import (
	"context"
	"fmt"
	"os"

	"breadboard/experiments/journal"
	"breadboard/experiments/ranking"
	"breadboard/experiments/sweep"
	"breadboard/reports/sweeps"
	"breadboard/reports/table"
)

// A sweep of two schedules, as a terminal shows it.
func Example() {
	spec := sweep.Spec{Toy: sweep.List{"barrier"}, Schedule: sweep.List{"linear,fisher"}, T: sweep.List{"10"}}
	plan, err := spec.Plan(journal.Build{})
	if err != nil {
		fmt.Println(err)
		return
	}
	work := plan.Work(sweep.Shard{})
	rows := map[string]sweep.Row{}
	commit := func(sweep.Row) error { return nil }
	if err := work.Run(context.Background(), rows, commit, nil); err != nil {
		fmt.Println(err)
		return
	}
	all, _ := work.Table(rows)
	if err := sweeps.Result(ranking.Summarize(all), "").Write(os.Stdout, table.Plain, table.Style{}); err != nil {
		fmt.Println(err)
	}
	// Output:
	// J and B in nats
	// ┌──────────┬────────┬────────┬──────┬───────┐
	// │ schedule │      J │      B │  B/J │ least │
	// ├──────────┼────────┼────────┼──────┼───────┤
	// │ linear   │ 1.8579 │ 2.6256 │ 1.41 │ J     │
	// │ fisher   │ 1.8633 │ 2.4377 │ 1.31 │ B     │
	// └──────────┴────────┴────────┴──────┴───────┘
	// All rows: target barrier, T 10, kernel metropolis, bridge geometric, initial
	//   uniform.
	// Least: among the rows with the same target and T.
	// At T = 10 take linear: J 1.8579, 0.289% less than fisher; choosing by B takes
	//   fisher, at J 1.8633.
}
