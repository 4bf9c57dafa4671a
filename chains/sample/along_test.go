package sample

import (
	"math"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/stat"

	"breadboard/chains"
	"breadboard/chains/kernels"
	"breadboard/grid"
	"breadboard/grid/must"
)

// cut is the beginning of a bridge, up to a beta.
type cut struct {
	chains.Bridge
	end float64
}

func (c cut) At(dst []float64, beta float64) { c.Bridge.At(dst, c.end*beta) }

// slope is an annealing on six cells, with levels at betas 0, 1/4, 1/2 and 1.
func slope() (a chains.Annealing, levels []int) {
	bridge := chains.Geometric{From: make([]float64, 6), To: []float64{0, 3, -2, 1, 5, 2}}
	return chains.Annealing{Grid: grid.New(2, 3), Bridge: bridge, Kernel: kernels.Metropolis{},
		Schedule: chains.Linear(9)}, []int{1, 3, 5, 9}
}

// TestStopped: at a level forward chains are those of Run that stop there, with their cells, and at the last level
// reverse chains are Run's too. All log weights are less log R.
func TestStopped(t *testing.T) {
	a, levels := slope()
	at := must.Have(Stopped(t.Context(), a, 50, 7, levels))(t)
	for i, level := range levels[1:] {
		stopped := a
		stopped.Bridge = cut{a.Bridge, a.Schedule.Beta(level)}
		stopped.Schedule = chains.Linear(level)
		_, last := stopped.Ends()
		logR := floats.LogSumExp(last) - math.Log(6)
		want := must.Have(Run(t.Context(), stopped, Options{Chains: 50, Seed: 7}))(t)
		if diff := cmp.Diff(at[i+1].Forward.Cells, want.Forward.Cells); diff != "" {
			t.Errorf("level %d: %s", level, diff)
		}
		must.Each(t, at[i+1].Forward.LogW, added(want.Forward.LogW, want.Offset-logR), 1e-12, "level %d: log w", level)
		if level == a.T() {
			must.Each(t, at[i+1].Reverse.LogW, added(want.Reverse.LogW, want.Offset-logR), 1e-12, "in reverse log w")
		}
	}
	must.Each(t, at[0].Reverse.LogW, make([]float64, 50), 1e-12, "log w at the first level")
}

// added adds a constant to numbers.
func added(all []float64, c float64) []float64 {
	floats.AddConst(c, all)
	return all
}

// TestStoppedIsSmooth: reverse chains of neighbouring levels have their own first cells, and stay together when they
// meet: their log weights are more alike than those of two runs.
func TestStoppedIsSmooth(t *testing.T) {
	a, _ := slope()
	near := must.Have(Stopped(t.Context(), a, 4096, 7, []int{1, 8, 9}))(t)
	before, after := near[1].Reverse.LogW, near[2].Reverse.LogW
	apart := make([]float64, len(after))
	floats.SubTo(apart, after, before)
	if v := stat.Variance(apart, nil); !(v > 0 && v < 0.5*(stat.Variance(before, nil)+stat.Variance(after, nil))) {
		t.Errorf("the log weights of neighbours differ by a variance of %v", v)
	}
}

// TestProposals: a step proposes the cell that it leads to or, if it stays, a neighbour or none; a kernel of redraws
// proposes nothing, and where the last kernel is left out there is no step.
func TestProposals(t *testing.T) {
	a, _ := slope()
	var cells [][]int32
	for _, of := range must.Have(Stopped(t.Context(), a, 50, 7, []int{1, 2, 3, 4, 5, 6, 7, 8, 9}))(t) {
		cells = append(cells, of.Forward.Cells)
	}
	rejected := 0
	for i, proposed := range Proposals(a, cells, 7) {
		for k, from := range cells[i] {
			to := cells[i+1][k]
			near := proposed[k] == -1
			for m := range a.Grid.Moves() {
				y, ok := a.Grid.Move(int(from), m)
				near = near || ok && y == int(proposed[k])
			}
			if to != from && proposed[k] != to || !near {
				t.Errorf("a step from %d to %d proposed %d", from, to, proposed[k])
			}
			if proposed[k] != to {
				rejected++
			}
		}
	}
	if rejected < 100 {
		t.Errorf("%d proposals are rejected", rejected)
	}
	a.SkipLast = true
	if last := Proposals(a, cells, 7)[7]; !slices.Equal(last, cells[8]) {
		t.Errorf("a step that is left out proposes %v", last)
	}
	a.Kernel = kernels.HeatBath{}
	if all := Proposals(a, cells, 7); all != nil {
		t.Errorf("a redraw proposes %v", all)
	}
}
