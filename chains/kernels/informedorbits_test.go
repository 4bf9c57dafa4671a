package kernels_test

import (
	"math/bits"
	"testing"

	"breadboard/chains"
	"breadboard/chains/enumerate"
	"breadboard/chains/kernels"
	"breadboard/grid"
	"breadboard/grid/must"
	"breadboard/grid/orbits"
	"breadboard/toys"
)

// onCounts is a kernel on the counts of a target of spins that can be exchanged.
func onCounts(t *testing.T, k chains.Kernel, target toys.Target) chains.Kernel {
	t.Helper()
	cells := chains.Geometric{From: make([]float64, len(target.Cells)), To: target.Cells}
	return must.Have(kernels.NewOrbital(k, target.Orbits, cells))(t)
}

// lumped are the rows of a kernel on all configurations of spins, by how many are up, from one configuration of each
// count.
func lumped(k chains.Kernel, target toys.Target, beta float64) (rows []float64) {
	all := spinBySpin(target)
	op, _ := atLevel(k, all, beta)
	n := len(target.LogF)
	rows = make([]float64, n*n)
	for up := range n {
		cell := 1<<up - 1
		op.Row(cell, func(y int, p float64) { rows[up*n+bits.OnesCount(uint(y))] += p })
		rows[up*n+up] += chains.StayProbability(op, cell)
	}
	return rows
}

// unlumped reports whether the rows of a kernel on counts differ from the lumped rows of a kernel on configurations.
func unlumped(t *testing.T, counts, cells chains.Kernel, target toys.Target, beta float64) bool {
	t.Helper()
	op, _ := atLevel(onCounts(t, counts, target), target, beta)
	got := dense(op, len(target.LogF))
	for i, want := range lumped(cells, target, beta) {
		if got[i] < want-1e-13 || got[i] > want+1e-13 {
			return true
		}
	}
	return false
}

// TestInformedOnCounts: the rows on counts are the rows on all configurations, added up by count, and steps by
// enumerated dice have the same law. It costs what it costs on the configurations.
func TestInformedOnCounts(t *testing.T) {
	for _, k := range []kernels.Informed{{}, {By: kernels.Ratio}} {
		for _, target := range countable() {
			for _, beta := range []float64{0, 0.3, 1} {
				if unlumped(t, k, k, target, beta) {
					t.Errorf("%v on %s at %v: the rows on counts are not the lumped ones", k, target.Name, beta)
				}
				op, _ := atLevel(onCounts(t, k, target), target, beta)
				n := len(target.LogF)
				rows := dense(op, n)
				for x := range n {
					steps := enumerate.Law(func(d chains.Dice) int { return op.Step(x, d) })
					for y, p := range rows[x*n : (x+1)*n] {
						must.Near(t, steps[y], p, 1e-13, "%v on %s at %v: a step from %d to %d", k, target.Name, beta,
							x, y)
					}
				}
			}
			cost := chains.FactsOf(onCounts(t, k, target), target.Grid).Cost
			if want := chains.FactsOf(k, spinBySpin(target).Grid).Cost; cost != want {
				t.Errorf("%v on %s costs %v on counts and %v on configurations", k, target.Name, cost, want)
			}
		}
	}
}

// oneEach is the faulty twin: a neighbour is counted once, however many moves lead to it.
type oneEach struct{ kernels.Informed }

func (k oneEach) ByNeighbours(self chains.Kernel) bool { return self == chains.Kernel(k) }

func (k oneEach) OnNeighbours(*orbits.Space) chains.Outcomes {
	line := chains.DefinitionOf(k.Informed, grid.New(6))
	return line.(chains.Outcomes)
}

// TestInformedOneMoveEach: rows that take all counts beside one as one move each are found.
func TestInformedOneMoveEach(t *testing.T) {
	target := toys.CurieWeiss(5, 1)
	if !unlumped(t, oneEach{}, kernels.Informed{}, target, 0.3) {
		t.Error("nothing finds that a move counts once")
	}
}
