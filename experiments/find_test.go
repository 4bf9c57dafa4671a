package experiments

import (
	"runtime"
	"testing"

	"breadboard/grid/must"
	"breadboard/toys"
)

// Nothing of a target's size is made before its names are found, and if something else is wrong with them it never is.
func TestFoundMakesNothingLarge(t *testing.T) {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	for _, toy := range []string{"ising:5x6:0.4", "potts:3x5:4:1"} {
		s := must.Have(Setting{Toy: toy}.Find())(t)
		if s.Grid.Size() != toys.MostCells {
			t.Errorf("%s: %d cells, want %d", toy, s.Grid.Size(), toys.MostCells)
		}
		must.Refuse((Setting{Toy: toy, Kernel: "metropolys"}).Chain())(t, "", "%s: an unknown kernel was taken", toy)
	}
	runtime.ReadMemStats(&after)
	if grown := after.TotalAlloc - before.TotalAlloc; grown > 8<<20 {
		t.Errorf("%d bytes were allocated", grown)
	}
}
