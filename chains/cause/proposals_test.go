package cause

import (
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"breadboard/chains"
	"breadboard/chains/kernels"
	"breadboard/chains/laws"
	"breadboard/grid"
	"breadboard/grid/must"
)

// TestFlows: of each pair the ratios of flows, proposals and densities are told, and how far the first may be off: as
// far as both entries. Where probabilities are as small as rounding nothing is told, and a move without a way back that
// nobody told of leaves nothing to tell.
func TestFlows(t *testing.T) {
	nan := math.NaN()
	l := Level{LevelMatrices: &laws.LevelMatrices{Beta: 0.3, Tolerance: 1e-3, LogF: []float64{0, 2, 2 - 601},
		Rows:     [][]float64{{0.5, 0.4, 0.1}, {0.05, 0.95, 0}, {0, 1, 0}},
		Proposed: [][]float64{{0.2, 0.6, nan}, {0.3, 0.7, 0}, {0.2, 0.8, 0}}}}
	l.P = []float64{0.1, 0.8, 0.1} // above 0 is all that matters of them
	off := 1e-9 + 1e-3*(1/0.4+1/0.05)
	for _, c := range []struct {
		back, told float64 // from the last cell to the first, and whether it is known to be proposed
		want       []flow
	}{
		{0.5, nan, []flow{{0.3, math.Log(0.4/0.05) - 2, math.Log(2), -2, off},
			{0.3, math.Log(0.1/0.5) + 599, math.Log(0.1 / 0.5), 599, 1e-9 + 1e-3*(1/0.1+1/0.5)}}},
		{0, nan, nil},
		{0, 0.2, []flow{{0.3, math.Log(0.4/0.05) - 2, math.Log(2), -2, off}, {0.3, math.Inf(1), math.Log(0.5), 599, 1e-9}}},
	} {
		l.Rows[2][0], l.Proposed[2][0] = c.back, c.told
		got, ok := l.flows()
		near := cmp.Options{cmp.AllowUnexported(flow{}), cmpopts.EquateApprox(0, 1e-12)}
		if diff := cmp.Diff(c.want, got, near); diff != "" || ok != (c.want != nil) {
			t.Errorf("back %v: %v, %s", c.back, ok, diff)
		}
	}
}

// TestOtherLevels: the sentence is about the last level that another beta is taken for. A single level tells nothing.
func TestOtherLevels(t *testing.T) {
	c := Case{Annealing: chains.To([]float64{0, 1, 3}, grid.New(3), kernels.Metropolis{}, 5)}
	for _, at := range []int{2, 4} {
		c.Levels = append(c.Levels, Level{LevelMatrices: &laws.LevelMatrices{T: at, Beta: c.Schedule.Beta(at)}})
	}
	one := c
	one.Levels = c.Levels[:1]
	for name, slip := range map[string]struct {
		of    func(c Case) []variant
		taken func(l Level) float64
	}{
		"level before": {levelBefore, func(l Level) float64 { return c.Schedule.Beta(l.T - 1) }},
		"beta twice":   {betaTwice, func(l Level) float64 { return l.Beta * l.Beta }},
	} {
		all := slip.of(c)
		if len(all) != 1 || slip.of(one) != nil {
			t.Fatalf("%s has %d variants at two levels, and %d at one", name, len(all), len(slip.of(one)))
		}
		last := c.Levels[1]
		if diff := cmp.Diff([]any{slip.taken(last), last.Beta}, all[0].open); diff != "" {
			t.Errorf("%s: %s", name, diff)
		}
		for _, l := range c.Levels {
			must.Near(t, all[0].logf(l)[2], 3*slip.taken(l), 1e-12, "%s at level %d has log f", name, l.T)
		}
	}
}
