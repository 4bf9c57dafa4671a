package certain_test

import (
	"context"
	"fmt"

	"breadboard/chains"
	"breadboard/chains/kernels"
	"breadboard/exact"
	"breadboard/exact/certain"
	"breadboard/toys"
)

// The truth about J of BARRIER after ten levels, and how many digits of the float64 result
// are right.
func Example() {
	target := toys.Barrier()
	a := chains.To(target.LogF, target.Grid, kernels.Metropolis{}, 10)
	truth, err := certain.Measure(context.Background(), a, nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	result, err := exact.Measure(context.Background(), a)
	if err != nil {
		fmt.Println(err)
		return
	}
	text, _ := truth.J.Decimal(20)
	fmt.Println("J =", text)
	fmt.Println("at least 14 digits are right:", truth.J.Digits(result.J()) >= 14)
	// Output:
	// J = 1.8578785991784688751
	// at least 14 digits are right: true
}
