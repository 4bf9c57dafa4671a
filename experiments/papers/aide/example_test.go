package aide_test

import (
	"fmt"

	"breadboard/experiments/papers/aide"
)

// An estimate agrees with a number within 2.5 standard errors of both.
func ExampleSampled_Agrees() {
	published := aide.Sampled{Value: 18.48, Err: 0.81}
	fmt.Println(published.Agrees(aide.Sampled{Value: 24.222}), published.Agrees(aide.Sampled{Value: 18.135}))
	// Output:
	// false true
}
