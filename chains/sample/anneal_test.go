package sample

import (
	"context"
	"fmt"
	"math"
	"slices"
	"testing"

	"breadboard/chains"
	"breadboard/chains/kernels"
	"breadboard/grid"
	"breadboard/grid/must"
)

// A shifter moves every walker one cell on, and keeps the betas at which it was aimed.
type shifter struct {
	cells int
	betas []float64
}

func (s *shifter) Aim(_ context.Context, beta float64, _ []float64) error {
	s.betas = append(s.betas, beta)
	return nil
}

func (s *shifter) Move(_ context.Context, next, states []int) error {
	for i, x := range states {
		next[i] = (x + 1) % s.cells
	}
	return nil
}

// TestAnneal: the walks are known, so the weights are sums of a few terms: forward a gain is taken where the walker
// stands before it moves, and in reverse where it stands after. Where there is no mass a walker stays and weighs
// nothing.
func TestAnneal(t *testing.T) {
	from := []float64{0, 1, 0.5}
	to := []float64{2, -1, 3}
	s := must.Have(chains.NewSchedule([]float64{0, 0.3, 1}))(t)
	a := chains.Annealing{Grid: grid.New(3), Bridge: chains.Geometric{From: from, To: to}, Schedule: s,
		Kernel: kernels.Identity{}}
	gain := func(x int, share float64) float64 { return share * (to[x] - from[x]) }
	for _, c := range []struct {
		reverse bool
		want    float64 // of the walker that begins in cell 0
		betas   string
	}{
		{false, gain(0, 0.3) + gain(1, 0.7), "[0.3 1]"},
		{true, gain(1, 0.7) + gain(2, 0.3), "[1 0.3]"},
	} {
		m := &shifter{cells: 3}
		states := []int32{0, 2}
		logw := must.Have(Anneal(t.Context(), m, a, c.reverse, states))(t)
		if math.Abs(logw[0]-c.want) > 1e-15 || fmt.Sprint(m.betas) != c.betas || !slices.Equal(states, []int32{2, 1}) {
			t.Errorf("reverse %v: log w %v, want %v; betas %v; ends %v", c.reverse, logw[0], c.want, m.betas, states)
		}
	}
	to[0] = math.Inf(-1)
	a.Schedule = chains.Linear(2)
	m, states := &shifter{cells: 3}, []int32{0, 1, 0, 2}
	logw := must.Have(Anneal(t.Context(), m, a, false, states))(t)
	if !math.IsInf(logw[0], -1) || !slices.Equal(states, []int32{0, 2, 0, 0}) {
		t.Errorf("from a cell that the path leaves: log w %v, and walkers are at %v", logw[0], states)
	}
}
