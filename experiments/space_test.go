package experiments

import (
	"runtime"
	"testing"

	"breadboard/chains"
	"breadboard/chains/kernels"
	"breadboard/toys"
)

// What a target as large as there may be needs is known before anything of its size is
// made, and if something else is wrong with the names it never is.
func TestSpaceMakesNothingLarge(t *testing.T) {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	for _, toy := range []string{"ising:5x6:0.4", "potts:3x5:4:1"} {
		s, err := Setting{Toy: toy}.Space()
		if err != nil {
			t.Fatal(err)
		}
		n := s.Need(ExactBytes, 10, 20)
		if n.Cells() != toys.MostCells {
			t.Errorf("%s: %d cells, want %d", toy, n.Cells(), toys.MostCells)
		}
		if n.Levels != 30 {
			t.Errorf("%s: %d levels, want 30", toy, n.Levels)
		}
		if !n.Large() {
			t.Errorf("%s is not large", toy)
		}
		if n.Bytes < 8*toys.MostCells {
			t.Errorf("%s: %g bytes, want at least %d", toy, n.Bytes, 8*toys.MostCells)
		}
		if _, err := (Setting{Toy: toy, Kernel: "metropolys"}).Chain(); err == nil {
			t.Errorf("%s: an unknown kernel was taken", toy)
		}
	}
	runtime.ReadMemStats(&after)
	if grown := after.TotalAlloc - before.TotalAlloc; grown > 8<<20 {
		t.Errorf("%d bytes were allocated", grown)
	}
}

// A large target that turns out to be steep needs more than was known before it was
// made; others do not.
func TestSteepnessIsKnownOfTheChain(t *testing.T) {
	for toy, steep := range map[string]bool{"ising:3x5:0.4": false, "ising:3x5:30": true, "ising:3x4:30": false} {
		s, err := Setting{Toy: toy}.Space()
		if err != nil {
			t.Fatal(err)
		}
		c, err := s.Chain()
		if err != nil {
			t.Fatal(err)
		}
		if s.Steep {
			t.Errorf("%s is steep before it is made", toy)
		}
		if c.Steep != steep {
			t.Errorf("%s: steep once it is made: %v, want %v", toy, c.Steep, steep)
		}
		if more := c.Need(ExactBytes, 10).Bytes > s.Need(ExactBytes, 10).Bytes; more != steep {
			t.Errorf("%s: needs more once it is made: %v", toy, more)
		}
	}
}

// The defaults of empty names are the first of their catalogues.
func TestDefaults(t *testing.T) {
	s := Setting{}.WithDefaults()
	if want := kernels.Catalogue[0].Name; s.Kernel != want {
		t.Errorf("the kernel is %q, want %s", s.Kernel, want)
	}
	if want := chains.Bridges[0].Name; s.Bridge != want {
		t.Errorf("the bridge is %q, want %s", s.Bridge, want)
	}
}

// The grid of 2^30 cells is known before the target is made, and a target that is given has its own.
func TestTargetGrid(t *testing.T) {
	g, err := Setting{Toy: "ising:5x6:0.4"}.TargetGrid()
	if err != nil {
		t.Fatal(err)
	}
	if g.Size() != 1<<30 {
		t.Errorf("%d cells, want 2^30", g.Size())
	}
	space, err := Setting{Kernel: "lifted"}.SpaceOn(toys.Barrier())
	if err != nil {
		t.Fatal(err)
	}
	if space.Grid.String() != "7x7" || space.States != 4*49 {
		t.Errorf("BARRIER on %v cells has %v states", space.Grid, space.States)
	}
}
