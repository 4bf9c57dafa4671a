package cause

import (
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"breadboard/chains"
	"breadboard/chains/kernels"
	"breadboard/chains/laws"
	"breadboard/grid"
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
		{0, 0.2, []flow{{0.3, math.Log(0.4/0.05) - 2, math.Log(2), -2, off},
			{0.3, math.Inf(1), math.Log(0.5), 599, 1e-9}}},
	} {
		l.Rows[2][0], l.Proposed[2][0] = c.back, c.told
		got, ok := l.flows()
		near := cmp.Options{cmp.AllowUnexported(flow{}), cmpopts.EquateApprox(0, 1e-12)}
		if diff := cmp.Diff(c.want, got, near); diff != "" || ok != (c.want != nil) {
			t.Errorf("back %v: %v, %s", c.back, ok, diff)
		}
	}
}

// TestNothingAccepts: draws of another density, on a flat one, have the flows of moves that are all accepted. They
// forget no ratio where nothing accepts, nor where they enter a cell without mass.
func TestNothingAccepts(t *testing.T) {
	nan := math.NaN()
	rows := [][]float64{{0.5, 0.3, 0.2}, {0.4, 0.2, 0.4}, {0.6, 0.3, 0.1}}
	none := [][]float64{{nan, nan, nan}, {nan, nan, nan}, {nan, nan, nan}}
	for _, c := range []struct {
		proposed [][]float64
		walls    bool
		want     bool
	}{{none, false, false}, {rows, false, true}, {rows, true, false}} {
		w := &laws.LevelMatrices{T: 2, Beta: 1, LogF: []float64{0, 0, 0}, P: []float64{1. / 3, 1. / 3, 1. / 3},
			Rows: rows, Reversed: rows, Proposed: c.proposed, Grid: grid.New(3)}
		broken := map[laws.Law]bool{laws.EachCell: true, laws.Walls: c.walls}
		found := Of(Case{Annealing: chains.To(w.LogF, w.Grid, kernels.Metropolis{}, 2), Levels: []Level{{w, broken}}})
		if named := found != nil && found.Name == "hastings"; named != c.want || found != nil && !named {
			t.Errorf("proposals %v, walls %v: %v", c.proposed, c.walls, found)
		}
	}
}

// TestOtherLevels: rows that draw from the density of another beta are said to leave that invariant, by the last level
// where the two differ. At a single level the first two may be any power of f.
func TestOtherLevels(t *testing.T) {
	c := Case{Annealing: chains.To([]float64{0, 1, 3}, grid.New(3), kernels.Metropolis{}, 5)}
	for name, other := range map[string]struct {
		beta func(beta float64) float64
		says string
	}{
		"level-before": {func(b float64) float64 { return b - 0.25 },
			"at beta = 0.5 invariant, not 0.75: f from the level"},
		"beta-twice": {func(b float64) float64 { return b * b },
			"at beta = 0.5625 invariant, not 0.75: beta is multiplied"},
		"always-target": {func(float64) float64 { return 1 },
			"at beta = 1 invariant, not 0.75: f of the target"},
	} {
		var levels []Level
		for _, at := range []int{2, 4} {
			w := laws.At(c.Grid, c.levelAt(at))
			own := chains.Normalized(c.logfAt(at, other.beta(w.Beta)))
			w.Rows = [][]float64{own, own, own}
			w.Reversed = w.Rows
			levels = append(levels, Level{w, map[laws.Law]bool{laws.EachCell: true}})
		}
		c.Levels = levels
		found := Of(c)
		if found == nil || found.Name != name || !strings.Contains(found.Says, other.says) {
			t.Errorf("%s: %v", name, found)
		}
		c.Levels = levels[:1]
		if found := Of(c); found != nil && found.Name == name && name != "always-target" {
			t.Errorf("%s at one level: %v", name, found)
		}
	}
}

// levelAt returns a level of the schedule.
func (c Case) levelAt(t int) *chains.Level {
	l := c.NewLevel()
	l.Move(t, c.Schedule.Beta(t))
	return l
}
