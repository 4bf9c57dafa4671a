package experiments

import (
	"testing"

	"breadboard/grid/must"
)

// What is above 2 GiB by states x levels x eight bytes is too large, and what is at it or below is not: of each number
// of levels, and of the states that a kernel of several walkers has.
func TestTooLarge(t *testing.T) {
	for _, c := range []struct {
		toy, kernel string
		levels      []int
		says        string // "" of what is not too large
	}{
		{"barrier", "metropolis", nil, ""},
		{"barrier", "metropolis", []int{2, 5_000_000}, ""},
		{"barrier", "metropolis", []int{10_000_000},
			"barrier at T = 10,000,000 has 49 states: states x levels x eight bytes is 4 GiB, above 2 GiB"},
		{"ising:4x5:0.4", "metropolis", []int{256}, ""}, // just 2 GiB
		{"ising:4x5:0.4", "metropolis", []int{256, 257},
			"ising:4x5:0.4 at T = 257 has 1,048,576 states: states x levels x eight bytes is 3 GiB, above 2 GiB"},
		{"ising:4x5:0.4", "metropolis", []int{1000, 2000},
			"ising:4x5:0.4 at T = 1,000 has 1,048,576 states: states x levels x eight bytes is 8 GiB, above 2 GiB\n" +
				"ising:4x5:0.4 at T = 2,000 has 1,048,576 states: states x levels x eight bytes is 16 GiB, above " +
				"2 GiB"},
		{"ising:4x7:0.4", "metropolis", nil, ""}, // just 2 GiB
		{"ising:5x6:0.4", "metropolis", nil,
			"ising:5x6:0.4 has 1,073,741,824 states: states x levels x eight bytes is 8 GiB, above 2 GiB"},
	} {
		f := must.Have(Setting{Toy: c.toy, Kernel: c.kernel}.Find())(t)
		got := ""
		if err := TooLarge(f.TargetName(), f.Grid.Size(), c.levels...); err != nil {
			got = err.Error()
		}
		if got != c.says {
			t.Errorf("%s by %s at %v: %q, want %q", c.toy, c.kernel, c.levels, got, c.says)
		}
	}
}
