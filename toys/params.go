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
	v, err := strconv.ParseFloat(s, 64)
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
		return 0, 0, fmt.Errorf("ROWSxCOLS is %s; two whole numbers from 1, with at least two sites, as in 3x3, "+
			"would do",
			text.Quote(s))
	}
	return rows, cols, nil
}

func twoBasinsOf(params []string, _ uint64) (Target, error) {
	depth, err := real("DEPTH", params[0], 0, 1e6)
	return TwoBasins(depth), err
}

// A spinSystem holds the parameters of an Ising or a Potts model.
type spinSystem struct {
	rows, cols, states int
	coupling           float64
}

func (s spinSystem) box() grid.Grid { return cube(s.states, s.rows*s.cols) }

func readIsing(params []string) (s spinSystem, err error) {
	s.states = 2
	if s.rows, s.cols, err = box(params[0]); err != nil {
		return s, err
	}
	if n := s.rows * s.cols; n > mostSpins {
		return s, fmt.Errorf("%dx%d are %d spins, or 2^%d cells; up to %d spins would do", s.rows, s.cols, n, n,
			mostSpins)
	}
	s.coupling, err = real("COUPLING", params[1], -1e6, 1e6)
	return s, err
}

func readPotts(params []string) (s spinSystem, err error) {
	if s.rows, s.cols, err = box(params[0]); err != nil {
		return s, err
	}
	if s.states, err = whole("STATES", params[1], 2, MostCells); err != nil {
		return s, err
	}
	if n := s.rows * s.cols; !fits(s.states, n) {
		return s, fmt.Errorf("%dx%d sites of %d states are %d^%d cells; up to %d cells would do",
			s.rows, s.cols, s.states, s.states, n, MostCells)
	}
	s.coupling, err = real("COUPLING", params[2], -1e6, 1e6)
	return s, err
}

func isingOf(params []string, _ uint64) (Target, error) {
	s, err := readIsing(params)
	if err != nil {
		return Target{}, err
	}
	return Ising(s.rows, s.cols, s.coupling), nil
}

func isingBox(params []string) (grid.Grid, error) {
	s, err := readIsing(params)
	if err != nil {
		return grid.Grid{}, err
	}
	return s.box(), nil
}

func pottsOf(params []string, _ uint64) (Target, error) {
	s, err := readPotts(params)
	if err != nil {
		return Target{}, err
	}
	return Potts(s.rows, s.cols, s.states, s.coupling), nil
}

func pottsBox(params []string) (grid.Grid, error) {
	s, err := readPotts(params)
	if err != nil {
		return grid.Grid{}, err
	}
	return s.box(), nil
}
