package toys

import (
	"fmt"
	"strconv"
	"strings"

	"breadboard/grid"
	"breadboard/grid/text"
)

// real reads the parameter called name, a number between two bounds.
func real(name, s string, low, high float64) (float64, error) {
	v, err := text.Float(s)
	if err != nil || !(v >= low && v <= high) {
		return 0, fmt.Errorf("%s is %s; a number from %g to %g would do", name, text.Quote(s), low, high)
	}
	return v, nil
}

// whole reads the parameter called name, a whole number between two bounds.
func whole(name, s string, low, high int) (int, error) {
	v, err := strconv.Atoi(s)
	if err != nil || v < low || v > high {
		return 0, fmt.Errorf("%s is %s; a whole number from %d to %d would do", name, text.Quote(s), low, high)
	}
	return v, nil
}

// box reads ROWSxCOLS, such as 3x4, with at least two sites.
func box(s string) (rows, cols int, err error) {
	a, b, _ := strings.Cut(s, "x")
	rows, err = strconv.Atoi(a)
	if err == nil {
		cols, err = strconv.Atoi(b)
	}
	if err != nil || rows < 1 || cols < 1 || rows > MostCells || cols > MostCells || rows*cols < 2 {
		return 0, 0, fmt.Errorf("ROWSxCOLS is %s; "+
			"two whole numbers from 1, with at least two sites, as in 3x3, would do", text.Quote(s))
	}
	return rows, cols, nil
}

// small is the result of With for a target that is made at once.
func small(t Target, err error) (grid.Grid, func() Target, error) {
	return t.Grid, func() Target { return t }, err
}
