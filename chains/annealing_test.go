package chains_test

import (
	"math"
	"strings"
	"testing"

	"breadboard/chains"
	"breadboard/chains/kernels"
	"breadboard/grid"
)

// refusal holds an error to what it should say; "" is no error.
func refusal(t *testing.T, name string, err error, says string) {
	t.Helper()
	switch {
	case says == "" && err != nil:
		t.Errorf("%s: refused: %v", name, err)
	case says != "" && err == nil:
		t.Errorf("%s: accepted; %q was expected", name, says)
	case err != nil && !strings.Contains(err.Error(), says):
		t.Errorf("%s: %v, want %q", name, err, says)
	}
}

// twoCells is an annealing of two cells; the second may be a wall.
func twoCells(T int, b chains.Bridge, walls ...int) chains.Annealing {
	g := grid.New(2).WithWalls(walls...)
	return chains.Annealing{Grid: g, Bridge: b, Kernel: kernels.Metropolis{}, Schedule: chains.Linear(T)}
}

func TestCheck(t *testing.T) {
	for name, c := range map[string]struct {
		from, to []float64
		says     string
	}{
		"mass everywhere":     {[]float64{0, 0}, []float64{0, 5}, ""},
		"a cell left out":     {[]float64{0, 0}, []float64{-inf, 5}, ""},
		"nothing in common":   {[]float64{0, -inf}, []float64{-inf, 0}, "at beta = 0.5 no cell has any mass"},
		"no target":           {[]float64{0, 0}, []float64{-inf, -inf}, "no cell has any mass"},
		"not a number":        {[]float64{0, 0}, []float64{0, math.NaN()}, "the log density of cell [1] is NaN"},
		"infinite at a start": {[]float64{0, inf}, []float64{0, 0}, "the log density of cell [1] is +Inf"},
	} {
		refusal(t, name, twoCells(3, chains.Geometric{From: c.from, To: c.to}).Check(), c.says)
	}
	defer func() {
		if recover() == nil {
			t.Error("a bridge of another size did not panic")
		}
	}()
	_ = twoCells(3, chains.Geometric{From: []float64{0}, To: []float64{0, 0}}).Check()
}

// TestCheckWalls: a wall may have mass at one end, and nowhere inside. At two levels there
// is nothing inside.
func TestCheckWalls(t *testing.T) {
	start, end := []float64{0, 0}, []float64{0, -inf}
	refusal(t, "mass at the start", twoCells(3, chains.Geometric{From: start, To: end}, 1).Check(), "")
	refusal(t, "mass inside", twoCells(3, chains.NewMixture(start, end), 1).Check(),
		"at beta = 0.5 cell [1] has mass and is a wall")
	for name, c := range map[string]struct {
		from, to float64
		says     string
	}{
		"at the first of two": {0, -inf, ""},
		"at the last of two":  {-inf, 0, ""},
		"at none of two":      {-inf, -inf, ""},
		"at both of two":      {0, 0, "at beta = 1 cell [1] has mass and is a wall"},
	} {
		b := chains.Geometric{From: []float64{0, c.from}, To: []float64{0, c.to}}
		refusal(t, name, twoCells(2, b, 1).Check(), c.says)
	}
}
