package ranking_test

import (
	"context"
	"fmt"

	"breadboard/experiments/journal"
	"breadboard/experiments/ranking"
	"breadboard/experiments/sweep"
)

// Two schedules compete: which has the least J, and which the least B?
func Example() {
	spec := sweep.Spec{Toy: sweep.List{"barrier"}, Schedule: sweep.List{"linear,fisher"}, T: sweep.List{"10"}}
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
	for _, o := range ranking.Summarize(all).Outcomes {
		fmt.Println(o.Job.Schedule, o.LeastJ, o.LeastB)
	}
	// Output:
	// linear true false
	// fisher false true
}
