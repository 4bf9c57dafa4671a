package kernels_test

import (
	"math"
	"slices"
	"testing"

	"breadboard/chains"
	"breadboard/chains/enumerate"
	"breadboard/chains/kernels"
	"breadboard/chains/operators"
	"breadboard/grid"
)

// stepped is the matrix of a stepper, by all values of its dice.
func stepped(s operators.Stepper, n int) []float64 {
	m := make([]float64, n*n)
	for x := range n {
		for y, p := range enumerate.Law(func(d chains.Dice) int { return s.Step(x, d) }) {
			m[x*n+y] = p
		}
	}
	return m
}

// A step from a cell of which alone the log density is asked has the row of the operator: of all kernels that have such
// steps, on every kind of axis, with walls and with cells without mass, at two levels one after the other. Those of the
// reversal have its rows.
func TestStepsFromSingleCells(t *testing.T) {
	inf := math.Inf(-1)
	var with []string
	for _, c := range []struct {
		g    grid.Grid
		logf []float64
	}{
		{grid.New(2, 3), hill},
		{grid.New(2, 3).Of(grid.Any), []float64{0.9, inf, 0.2, -1.3, 0.1, 1.7}},
		{grid.New(6), []float64{0.9, -0.4, -800, -1.3, inf, 1.7}},
		{grid.New(3), []float64{0.5, -800, -801}}, // beside the first cell the others vanish
		{grid.New(6).Of(grid.Ring).WallsWhere(func(x int) bool { return x == 2 }),
			[]float64{0.9, -0.4, inf, -1.3, 0.1, 1.7}},
	} {
		n := c.g.Size()
		for _, e := range kernels.All {
			if chains.Fits(e.Make, c.g) != nil {
				continue
			}
			there, back, ok := operators.NewStepper(e.Make, c.g)
			if !ok {
				continue
			}
			with = append(with, e.Name)
			for t2, logf := range [][]float64{chains.Tempered(c.logf, 0.3), c.logf} {
				want, wantBack := matrix(e.Make, c.g, logf)
				same := func(side string, s operators.Stepper, want []float64) {
					s.Aim(t2+1, 1, func(x int) float64 { return logf[x] })
					for i, p := range stepped(s, n) {
						from, to := i/n, i%n
						if math.IsInf(logf[from], -1) { // where no chain is
							continue
						}
						if math.Abs(p-want[i]) > 1e-13 {
							t.Errorf("%s on %v, level %d, %s: from %d to %d by %v, and the operator by %v",
								e.Name, c.g, t2, side, from, to, p, want[i])
						}
					}
				}
				same("there", there, want)
				same("back", back, wantBack)
			}
		}
	}
	for _, name := range []string{"metropolis", "barker", "heat-bath", "cycle", "slice", "king", "lazy:0.5", "mixture",
		"cauchy:1.5", "laplace:1.5", "identity", "informed", "gaussian:1.5", "langevin:1.5", "hamiltonian:3"} {
		if !slices.Contains(with, name) {
			t.Errorf("%s has no steps from single cells", name)
		}
	}
}

// A kernel that has rows of single cells is its own reversal, as its definition promises.
func TestSingleRowsAreReversible(t *testing.T) {
	for _, e := range kernels.All {
		of, rows := chains.DefinitionOf(e.Make, box).(chains.Outcomes)
		if !rows || of.Single == nil && of.Draw == nil && of.Choice == nil {
			continue
		}
		op, _ := aimed(e.Make, box, hill)
		if op.Reversal() != op {
			t.Errorf("%s is not its own reversal", e.Name)
		}
	}
}

// On large spaces all of these have steps, and those that look at too many cells have none.
func TestStepsOnLargeSpaces(t *testing.T) {
	spins := grid.New(slices.Repeat([]int{2}, 25)...).Of(grid.Any)
	for _, e := range kernels.All {
		if chains.Fits(e.Make, spins) != nil {
			continue
		}
		_, _, ok := operators.NewStepper(e.Make, spins)
		few := slices.Contains([]string{"stretch", "perfect", "from-prior"}, e.Name)
		if ok == few {
			t.Errorf("%s: steps on 25 spins: %v", e.Name, ok)
		}
	}
}
