package toys

import (
	"fmt"
	"strconv"
	"strings"
)

// real reads the parameter called name: a number between two bounds.
func real(name, s string, low, high float64) (float64, error) {
	v, err := strconv.ParseFloat(s, 64)
	if err != nil || !(v >= low && v <= high) {
		return 0, fmt.Errorf("%s is %s; a number from %g to %g would do", name, quote(s), low, high)
	}
	return v, nil
}

// whole reads a whole number between two bounds.
func whole(name, s string, low, high int) (int, error) {
	v, err := strconv.Atoi(s)
	if err != nil || v < low || v > high {
		return 0, fmt.Errorf("%s is %s; a whole number from %d to %d would do", name, quote(s), low, high)
	}
	return v, nil
}

// box reads ROWSxCOLS, of at least two sites.
func box(s string) (rows, cols int, err error) {
	a, b, _ := strings.Cut(s, "x")
	rows, err = strconv.Atoi(a)
	if err == nil {
		cols, err = strconv.Atoi(b)
	}
	if err != nil || rows < 1 || cols < 1 || rows > MostCells || cols > MostCells || rows*cols < 2 {
		return 0, 0, fmt.Errorf("ROWSxCOLS is %s; two whole numbers from 1, with at least two sites, as in 3x3, would do", quote(s))
	}
	return rows, cols, nil
}

func twoBasinsOf(params []string, _ uint64) (Target, error) {
	depth, err := real("DEPTH", params[0], 0, 1e6)
	return TwoBasins(depth), err
}

func isingOf(params []string, _ uint64) (Target, error) {
	rows, cols, err := box(params[0])
	if err != nil {
		return Target{}, err
	}
	if rows*cols > MostSpins {
		return Target{}, fmt.Errorf("%dx%d are %d spins, or 2^%d cells; up to %d spins would do", rows, cols, rows*cols, rows*cols, MostSpins)
	}
	coupling, err := real("COUPLING", params[1], -1e6, 1e6)
	if err != nil {
		return Target{}, err
	}
	return Ising(rows, cols, coupling), nil
}

func pottsOf(params []string, _ uint64) (Target, error) {
	rows, cols, err := box(params[0])
	if err != nil {
		return Target{}, err
	}
	states, err := whole("STATES", params[1], 2, MostCells)
	if err != nil {
		return Target{}, err
	}
	if !fits(states, rows*cols) {
		return Target{}, fmt.Errorf("%dx%d sites of %d states are %d^%d cells; up to %d cells would do", rows, cols, states, states, rows*cols, MostCells)
	}
	coupling, err := real("COUPLING", params[2], -1e6, 1e6)
	if err != nil {
		return Target{}, err
	}
	return Potts(rows, cols, states, coupling), nil
}
