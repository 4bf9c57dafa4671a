package tune_test

import (
	"context"
	"fmt"

	"breadboard/experiments"
	"breadboard/experiments/journal"
	"breadboard/experiments/tune"
)

// The best setting of metropolis on BARRIER at 30 evaluations, by J and by B.
func Example() {
	ask := tune.Ask{Targets: []experiments.Setting{{Toy: "barrier"}}, Kernels: []string{"metropolis"},
		Bridges: []string{"geometric"}, Goals: tune.Goals, Costs: []int{30}}
	found, err := ask.Find()
	if err != nil {
		panic(err)
	}
	work := ask.Work(found)
	rows := map[string]tune.Row{}
	keep := func([]tune.Row) error { return nil }
	err = work.Run(context.Background(), rows, 0, keep, func(journal.Pace) {})
	if err != nil {
		panic(err)
	}
	all, _ := work.Table(rows)
	for _, b := range tune.Bests(all) {
		fmt.Printf("least %s: J = %.3f, B = %.3f, T = %d\n", b.Job.Goal, float64(b.J), float64(b.B), b.Setting.T)
	}
	// Output:
	// least J: J = 1.705, B = 2.684, T = 3
	// least B: J = 1.755, B = 2.010, T = 9
}
