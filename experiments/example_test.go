package experiments_test

import (
	"context"
	"fmt"
	"strings"

	"breadboard/experiments"
)

// J and B of an annealing by its names, at two numbers of levels.
func ExampleSetting() {
	annealer, err := experiments.Setting{Toy: "barrier", Kernel: "heat-bath", Schedule: "sigmoid:4"}.Annealer()
	if err != nil {
		fmt.Println(err)
		return
	}
	rows, err := annealer.Measure(context.Background(), []int{10, 100}, experiments.Ask{}, nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, r := range rows {
		fmt.Printf("T = %d: J = %.3g, B = %.3g\n", r.T, r.J(), r.B())
	}
	// Output:
	// T = 10: J = 0.0936, B = 1.72
	// T = 100: J = 2.39e-05, B = 0.194
}

// All faults are told at once, and spelled as the asker gave them.
func ExampleSay() {
	_, err := experiments.Setting{Toy: "barrier", Seed: new(uint64), Schedule: "linear:2"}.Annealer()
	flags := experiments.Say(err, func(f experiments.Field) string { return "--" + string(f) })
	for _, text := range []string{err.Error(), flags} {
		fmt.Println(strings.ReplaceAll(text, "linear; --", "linear;\n  --"))
	}
	// Output:
	// schedule linear:2: linear takes no parameter; use linear
	// seed 0 is given, but toy barrier has no randomness; leave it out
	// --schedule linear:2: linear takes no parameter; use linear;
	//   --seed 0 is given, but --toy barrier has no randomness; leave it out
}
