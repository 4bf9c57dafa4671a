package experiments

import "testing"

// What is above 2 GiB by states x levels x eight bytes is too large, and what is at it or below is not.
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
