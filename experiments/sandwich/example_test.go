package sandwich_test

import (
	"fmt"
	"slices"

	"breadboard/experiments/sandwich"
)

// A hundred runs each way with weights 1 and 3: forward both are as frequent, and in reverse 3 is thrice as frequent.
// So the mean of w is 2.
func Example() {
	var s sandwich.Set
	s.Sides[0].LogW = slices.Repeat([]float64{0, 1.0986}, 50)
	s.Sides[1].LogW = slices.Repeat([]float64{0, 1.0986, 1.0986, 1.0986}, 25)
	r := sandwich.JudgeAll([]sandwich.Set{s}).Results[0]
	fmt.Printf("%.3f < log R < %.3f; Bennett's estimate is %.3f; Crooks' law %s\n", r.Means[0].Value, r.Means[1].Value,
		r.Bar.Value, r.Verdict)
	// Output: 0.549 < log R < 0.824; Bennett's estimate is 0.693; Crooks' law holds
}
