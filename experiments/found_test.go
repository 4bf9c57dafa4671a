package experiments

import (
	"runtime"
	"slices"
	"testing"

	"breadboard/exact"
	"breadboard/grid/must"
	"breadboard/toys"
)

// What is too large is known before anything of its size is made, and if something else is wrong with the names it
// never is.
func TestFoundMakesNothingLarge(t *testing.T) {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	for _, toy := range []string{"ising:5x6:0.4", "potts:3x5:4:1"} {
		s := must.Have(Setting{Toy: toy}.Find())(t)
		if s.Grid.Size() != toys.MostCells || TooLarge(toy, s.Grid.Size(), 10, 20) == nil {
			t.Errorf("%s: %d cells, and they are not too many", toy, s.Grid.Size())
		}
		must.Refuse((Setting{Toy: toy, Kernel: "metropolys"}).Chain())(t, "", "%s: an unknown kernel was taken", toy)
	}
	runtime.ReadMemStats(&after)
	if grown := after.TotalAlloc - before.TotalAlloc; grown > 8<<20 {
		t.Errorf("%d bytes were allocated", grown)
	}
}

// The grid of 2^30 cells is known before the target is made, and a target that is given has its own.
func TestTargetGrid(t *testing.T) {
	g := must.Have(Setting{Toy: "ising:5x6:0.4"}.TargetGrid())(t)
	if g.Size() != 1<<30 {
		t.Errorf("%d cells, want 2^30", g.Size())
	}
}

// A run without its laws has the same numbers.
func TestDropLaws(t *testing.T) {
	c := must.Have(Setting{Toy: "ising:1x3:0.7"}.Chain())(t)
	a := at(t, c, 5)
	r := must.Have(exact.Run(t.Context(), a))(t)
	whole, bare := c.Measured(a, r), c.Measured(a, r)
	bare.Measured = bare.WithoutLaws()
	if len(whole.Q) != 8 || bare.Q != nil || bare.P != nil {
		t.Errorf("the law of the cells is %v, and %v, %v without laws", whole.Q, bare.Q, bare.P)
	}
	if bare.Final != whole.Final || !(bare.J() > 0) || bare.B() != whole.B() || bare.LogR != whole.LogR {
		t.Errorf("J, B and log R are %v, %v, %v; with the laws %v, %v, %v", bare.J(), bare.B(), bare.LogR, whole.J(),
			whole.B(), whole.LogR)
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
