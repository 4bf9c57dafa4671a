package tuned_test

import (
	"os"

	"breadboard/experiments"
	"breadboard/experiments/tune"
	"breadboard/reports/tuned"
)

// A setting as a file that --settings reads.
func Example() {
	row := tune.Row{Job: tune.Job{Setting: experiments.Setting{Toy: "barrier"}, Goal: tune.ByJ, Cost: 9}, J: 2.5, B: 3,
		Setting: experiments.Setting{Kernel: "metropolis", Bridge: "geometric", Schedule: "curve:0:0.5:1", T: 3,
			StepsByLevel: "2:5"}}
	err := tuned.WriteSetting(os.Stdout, tune.Best{Row: row})
	if err != nil {
		panic(err)
	}
	// Output:
	// # The least J of barrier that was found at 9 evaluations: J = 2.5, B = 3.
	// kernel = "metropolis"
	// bridge = "geometric"
	// schedule = "curve:0:0.5:1"
	// repeat = "2:5"
	// T = 3
}
