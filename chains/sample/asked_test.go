package sample

import (
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"

	"breadboard/chains"
	"breadboard/chains/kernels"
	"breadboard/chains/operators"
	"breadboard/grid"
	"breadboard/grid/must"
	"breadboard/toys"
)

// asking is the way of annealing by levels that are asked, where a slot takes so many nanoseconds to write: with 0 all
// tables are written, and with infinitely many none.
func asking(t *testing.T, a chains.Annealing, slot float64) way {
	t.Helper()
	low, rise := a.Lowered()
	p := proposalsOf(low, 0)
	if p == nil {
		t.Fatal("the levels cannot be asked")
	}
	p.slot = slot
	w := walking(a, tableLimit)
	w.rise = rise
	w.worker = func() worker { return (&walker{a: low, stage: newAsked(p)}).walk }
	return w
}

// uneven is a density with mass of no size in some cells, and with none in others.
func uneven(g grid.Grid) (from, to []float64) {
	from = make([]float64, g.Size())
	to = make([]float64, g.Size())
	for x := range to {
		from[x] = math.Sin(float64(x))
		to[x] = 6 * math.Cos(float64(x*x))
		if x%11 == 3 {
			to[x] = math.Inf(-1)
		}
		if x%13 == 5 {
			to[x] = -900
		}
	}
	return from, to
}

// Levels that are asked give the chains of tables, to the last bit: by both rules, on every kind of axis, along every
// bridge that knows its cells, where mass is lost and where it is not, on any number of workers, and with the last
// kernel or without it.
func TestAskedIsWritten(t *testing.T) {
	for i, g := range []grid.Grid{grid.New(70, 60), grid.New(2, 2, 2, 2, 2).Of(grid.Any),
		grid.New(5, 7, 3).Of(grid.Ring, grid.Any, grid.Line)} {
		from, to := uneven(g)
		for name, bridge := range map[string]chains.Bridge{
			"geometric": chains.Geometric{From: from, To: to}, "mixture": chains.NewMixture(from, to),
			"power":        chains.NewQPath(from, to, 0.5),
			"observations": chains.Observations{Steps: [][]float64{chains.Uniform(to), chains.Tempered(to, 0.5), to}},
		} {
			for _, k := range []chains.Kernel{kernels.Metropolis{}, kernels.Barker{}} {
				a := chains.Annealing{Grid: g, Bridge: bridge, Kernel: k, Schedule: chains.Linear(5), SkipLast: i == 1}
				o := Options{Chains: Block + 300, Seed: 3, Workers: 1, Keep: true}
				asked := must.Have(asking(t, a, math.Inf(1)).run(t.Context(), a, o, true))(t)
				o.Workers = 5
				written := must.Have(asking(t, a, 0).run(t.Context(), a, o, true))(t)
				if diff := cmp.Diff(written, asked); diff != "" {
					t.Errorf("%v, %s, %T: levels that are asked give other chains:\n%.300s", g, name, k, diff)
				}
			}
		}
	}
}

// Levels that are asked have the law of the program, by cell and log w, and so have their tables.
func TestAskedHasTheLaw(t *testing.T) {
	for i, s := range settings() {
		if s.a.Kernel != (kernels.Metropolis{}) {
			continue
		}
		law := annealed(s.a)
		for _, slot := range []float64{0, math.Inf(1)} {
			o := Options{Chains: 10_000, Seed: uint64(i)}
			r := must.Have(asking(t, s.a, slot).run(t.Context(), s.a, o, true))(t)
			if p := law.fit(r); !(p >= unlikely) {
				t.Errorf("%s, a slot for %v: runs do not fit, p = %v", s.name, slot, p)
			}
		}
	}
}

// A late bridge knows its cells as they are at another beta.
type late struct{ chains.Geometric }

func (b late) Cell(beta float64) func(x int) float64 { return b.Geometric.Cell(beta * beta) }

// An eager kernel accepts too much by its proposals.
type eager struct{ kernels.Metropolis }

func (k eager) On(g grid.Grid) chains.Operator {
	return &eagerOn{operators.NewLocal(g, operators.Metropolis)}
}

type eagerOn struct{ *operators.Local }

func (o *eagerOn) Reversal() chains.Operator { return o }

func (o *eagerOn) Accept(rise float64) float64 { return o.Local.Accept(rise + 0.2) }

// Cells at another beta are found, and so is another acceptance.
func TestWrongCellsAreFound(t *testing.T) {
	a := onPath()
	law := annealed(a)
	wrong, other := a, a
	wrong.Bridge = late{a.Bridge.(chains.Geometric)}
	other.Kernel = eager{}
	for name, a := range map[string]chains.Annealing{"late": wrong, "eager": other} {
		low, rise := a.Lowered()
		if name == "late" { // which is lost where a bridge is lowered
			low.Bridge = late{low.Bridge.(chains.Geometric)}
		}
		w := walking(a, tableLimit)
		w.rise = rise
		p := proposalsOf(low, 0)
		w.worker = func() worker { return (&walker{a: low, stage: newAsked(p)}).walk }
		r := must.Have(w.run(t.Context(), a, Options{Chains: 20_000, Seed: 1}, true))(t)
		if p := law.fit(r); !(p <= unlikely) {
			t.Errorf("%s: the law of the program fits, p = %v", name, p)
		}
	}
}

// Of large spaces levels are asked, unless the kernel or the bridge does not know how.
func TestWhatIsAsked(t *testing.T) {
	large := annealing(toys.Ising(4, 3, 0.4, 0), kernels.Metropolis{}, chains.Linear(3))
	small := large
	small.Grid = grid.New(10)
	sweep := large
	sweep.Kernel = kernels.GibbsSweep{}
	unknown := large
	unknown.Bridge = struct{ chains.Bridge }{large.Bridge}
	for name, c := range map[string]struct {
		a    chains.Annealing
		asks bool
	}{"spins": {large, true}, "few cells": {small, false}, "a sweep": {sweep, false}, "a bridge": {unknown, false}} {
		if asks := proposalsOf(c.a, fewSlots) != nil; asks != c.asks {
			t.Errorf("%s: levels are asked: %v", name, asks)
		}
	}
}

// TestUncounted: without counts of cells the chains are the same.
func TestUncounted(t *testing.T) {
	g := grid.New(7, 7)
	from, to := uneven(g)
	a := chains.Annealing{Grid: g, Bridge: chains.Geometric{From: from, To: to}, Kernel: kernels.Metropolis{},
		Schedule: chains.Linear(9)}
	o := Options{Chains: 300, Seed: 3}
	counted := must.Have(Run(t.Context(), a, o))(t)
	o.Uncounted = true
	bare := must.Have(Run(t.Context(), a, o))(t)
	if bare.Forward.Starts != nil || bare.Reverse.Ends != nil {
		t.Error("cells are counted")
	}
	for _, b := range []*Batch{&counted.Forward, &counted.Reverse} {
		b.Starts = nil
		b.Ends = nil
	}
	if diff := cmp.Diff(counted, bare); diff != "" {
		t.Errorf("other chains:\n%.300s", diff)
	}
}
