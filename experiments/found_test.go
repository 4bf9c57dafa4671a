package experiments

import (
	"runtime"
	"slices"
	"testing"

	"breadboard/exact"
	"breadboard/grid/must"
	"breadboard/toys"
)

// What a target as large as there may be needs is known before anything of its size is
// made, and if something else is wrong with the names it never is.
func TestFoundMakesNothingLarge(t *testing.T) {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	for _, toy := range []string{"ising:5x6:0.4", "potts:3x5:4:1"} {
		s := must.Have(Setting{Toy: toy}.Find())(t)
		n := s.Need(ExactBytes, 10, 20)
		if n.Cells() != toys.MostCells || n.Levels != 30 || !n.Large() || n.Bytes < 8*toys.MostCells {
			t.Errorf("%s: %d cells, %d levels, %g bytes, large: %v", toy, n.Cells(), n.Levels, n.Bytes, n.Large())
		}
		must.Refuse((Setting{Toy: toy, Kernel: "metropolys"}).Chain())(t, "", "%s: an unknown kernel was taken", toy)
	}
	runtime.ReadMemStats(&after)
	if grown := after.TotalAlloc - before.TotalAlloc; grown > 8<<20 {
		t.Errorf("%d bytes were allocated", grown)
	}
}

// A large target that turns out to be steep needs more than was known before it was made; others do not.
func TestSteepnessIsKnownOfTheChain(t *testing.T) {
	for toy, steep := range map[string]bool{"ising:3x5:0.4": false, "ising:3x5:30": true, "ising:3x4:30": false} {
		s := must.Have(Setting{Toy: toy}.Find())(t)
		c := must.Have(s.Chain())(t)
		more := c.Need(ExactBytes, 10).Bytes > s.Need(ExactBytes, 10).Bytes
		if s.Steep || c.Steep != steep || more != steep {
			t.Errorf("%s: steep before it is made: %v, and then: %v, want %v; needs more then: %v", toy, s.Steep,
				c.Steep,
				steep, more)
		}
	}
}

// The grid of 2^30 cells is known before the target is made, and a target that is given has its own.
func TestTargetGrid(t *testing.T) {
	g := must.Have(Setting{Toy: "ising:5x6:0.4"}.TargetGrid())(t)
	if g.Size() != 1<<30 {
		t.Errorf("%d cells, want 2^30", g.Size())
	}
	space := must.Have(Setting{Kernel: "stretch"}.FindOn(toys.Barrier()))(t)
	if space.Grid.String() != "7x7" || space.States != 49*49 {
		t.Errorf("BARRIER on %v cells has %v states", space.Grid, space.States)
	}
}

// Kernels add what their operators keep and write out to the vectors of a run, and a checked run its moves: hundreds of
// megabytes if every cell has thousands of moves. States count, not cells.
func TestNeedCountsMoves(t *testing.T) {
	need := func(toy, kernel string, bytes Bytes) float64 {
		s := must.Have(Setting{Toy: toy, Kernel: kernel}.Find())(t)
		return s.Need(bytes, 2).Bytes - ProgramBytes
	}
	for _, c := range []struct {
		toy, kernel string
		bytes       Bytes
		more        float64 // than with metropolis, at least
		most        float64 // and at most, in times of that
	}{
		{"ising:3x4:0.4", "langevin:1.5", ExactBytes, 4096 * 4000 * 40, 400},
		{"ising:3x6:0.4", "king", ExactBytes, 0, 1},
		{"ising:3x6:0.4", "lazy:0.5", ExactBytes, 0, 1.1},
		{"ising:3x4:0.4", "king", ExactBytes, 4096 * 4000 * 40, 400},
		{"ising:3x4:0.4", "stretch", ExactBytes, 60 << 24, 1000},
		{"ising:3x4:0.4", "metropolis", ExactBytes, 0, 1},
	} {
		plain := need(c.toy, "metropolis", c.bytes)
		got := need(c.toy, c.kernel, c.bytes)
		if got < plain+c.more || got > c.most*plain {
			t.Errorf("%s on %s: %g bytes beside %g of metropolis, want %g more, up to %g times",
				c.kernel, c.toy, got, plain,
				c.more, c.most)
		}
	}
}

// A run without its laws has the same numbers, also how far the target's own cell is from the target.
func TestDropLaws(t *testing.T) {
	for _, kernel := range []string{"metropolis", "stretch"} {
		c := must.Have(Setting{Toy: "ising:1x3:0.7", Kernel: kernel}.Chain())(t)
		a := at(t, c, 5)
		r := must.Have(exact.Run(t.Context(), a))(t)
		whole, bare := c.Measured(a, r), c.Measured(a, r)
		bare.Measured, bare.CellQ = bare.WithoutLaws(), nil
		if len(whole.CellQ) != 8 || whole.Q == nil || bare.Q != nil || bare.P != nil {
			t.Errorf("%s: the law of the cells is %v; of the states %v, and %v, %v without laws",
				kernel, whole.CellQ, whole.Q,
				bare.Q, bare.P)
		}
		if bare.Cell != whole.Cell || !(bare.Cell.Jeffreys() > 0) || bare.J() != whole.J() || bare.B() != whole.B() ||
			bare.LogR != whole.LogR {
			t.Errorf("%s: J of the cell, J, B and log R are %v, %v, %v, %v; with the laws %v, %v, %v, %v", kernel,
				bare.Cell,
				bare.J(), bare.B(), bare.LogR, whole.Cell, whole.J(), whole.B(), whole.LogR)
		}
	}
}

// What rounding leaves below 0 or above 1 is taken out: moves are probabilities again.
func TestProbabilities(t *testing.T) {
	given := []float64{
		0, 0.5000005, 0.5000005,
		-1e-7, 1, 0,
		0.2, 0.3, 0.5,
	}
	got := asProbabilities(given, 3)
	if want := []float64{0, 0.5, 0.5, 0, 1, 0, 0.2, 0.3, 0.5}; !slices.Equal(got, want) {
		t.Errorf("the rows are %v, want %v", got, want)
	}
	if given[1] != 0.5000005 {
		t.Error("the given matrix has changed")
	}
}
