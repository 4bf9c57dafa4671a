package experiments_test

import (
	"slices"
	"testing"

	"breadboard/exact"
	"breadboard/experiments"
)

// Exactly returns rows in the order asked, and tells of each.
func TestExactly(t *testing.T) {
	c, err := experiments.Setting{Toy: "barrier", Kernel: "barker"}.Chain()
	if err != nil {
		t.Fatal(err)
	}
	ts := []int{3000, 2, 10, 2}
	var told []int
	rows, err := c.Exactly(t.Context(), ts, func(done, total int) {
		if told = append(told, done); total != 3014 {
			t.Errorf("%d levels in all", total)
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	if !slices.IsSorted(told) {
		t.Errorf("the levels told do not rise: %v", told)
	}
	if len(told) <= len(ts) {
		t.Fatalf("told %d times, want more than %d", len(told), len(ts))
	}
	if last := told[len(told)-1]; last != 3014 {
		t.Errorf("told of %d levels at the end, want 3014", last)
	}
	for i, T := range ts {
		want, err := exact.Run(t.Context(), at(t, c, T))
		if err != nil {
			t.Fatal(err)
		}
		isExact(t, i, rows[i], T, want)
	}
}

func isExact(t *testing.T, i int, r experiments.Exact, T int, want exact.Result) {
	t.Helper()
	for name, of := range map[string][2]float64{"J": {r.J(), want.J()}, "B": {r.B(), want.B()}} {
		if of[0] != of[1] {
			t.Errorf("row %d: %s = %v, want %v", i, name, of[0], of[1])
		}
	}
	if r.T != T {
		t.Errorf("row %d: T = %d, want %d", i, r.T, T)
	}
	if k := r.Chain.Kernel; k != "barker" {
		t.Errorf("row %d: the kernel is %q, want barker", i, k)
	}
}
