package filters_test

import (
	"bytes"
	"fmt"

	"breadboard/chains/hidden"
	"breadboard/experiments/aidepaper/filters"
)

// The authors' model is written as a file that aide --hmm reads, and so does package hidden.
func Example() {
	var file bytes.Buffer
	if err := filters.WriteModel(&file); err != nil {
		fmt.Println(err)
		return
	}
	m, err := hidden.ReadModel(&file, "the model")
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(m.States(), "states,", m.Symbols(), "symbols,", m.Len(), "steps")
	// Output:
	// 20 states, 4 symbols, 50 steps
}
