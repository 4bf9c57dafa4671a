package certified_test

import (
	"context"
	"fmt"

	"breadboard/experiments"
	"breadboard/experiments/certified"
)

// J is proved to have more digits right than anybody prints.
func ExampleMeasure() {
	annealer, err := experiments.Setting{Toy: "barrier"}.Annealer()
	if err != nil {
		fmt.Println(err)
		return
	}
	rows, err := certified.Measure(context.Background(), annealer, []int{10}, nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	j := rows[0].Proofs[0]
	fmt.Printf("J = %.10g: %v\n", j.Value, j.HasPromised())
	// Output:
	// J = 1.857878599: true
}
