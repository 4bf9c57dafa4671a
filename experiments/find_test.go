package experiments

import (
	"runtime"
	"testing"

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

// What is above 2 GiB by states x levels x eight bytes is too large, and what is at it or below is not: of each number
// of levels.
func TestTooLarge(t *testing.T) {
	for _, c := range []struct {
		states int
		levels []int
		says   string // "" of what is not too large
	}{
		{1 << 28, nil, ""}, // just 2 GiB
		{1 << 20, []int{256}, ""},
		{1 << 20, []int{256, 257},
			"t at T = 257 has 1,048,576 states: states x levels x eight bytes is 3 GiB, above 2 GiB"},
		{1 << 30, nil, "t has 1,073,741,824 states: states x levels x eight bytes is 8 GiB, above 2 GiB"},
	} {
		got := ""
		if err := TooLarge("t", c.states, c.levels...); err != nil {
			got = err.Error()
		}
		if got != c.says {
			t.Errorf("%d states at %v: %q, want %q", c.states, c.levels, got, c.says)
		}
	}
}
