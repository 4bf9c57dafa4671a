package formula_test

import (
	"errors"
	"fmt"

	"breadboard/grid/formula"
)

// A schedule by its formula, at the middle of the way, and what is wrong with another.
func Example() {
	f, err := formula.Compile("s < 0.25 ? 0 : s^2", "s", "s")
	if err != nil {
		fmt.Println(err)
		return
	}
	f.Set("s", 0.5)
	fmt.Println(f.Value())
	_, err = formula.Compile("s + t", "s", "s")
	slip := new(formula.Slip)
	fmt.Println(errors.As(err, &slip), slip.Found)
	// Output:
	// 0.25
	// true unknown name t
}
