package columns

import (
	"math"
	"testing"

	"breadboard/exact"
)

// Every name is there once, and every name of a table is a column.
func TestNames(t *testing.T) {
	seen := map[string]bool{}
	for _, c := range All() {
		if seen[c.Name] {
			t.Errorf("two columns %s", c.Name)
		}
		seen[c.Name] = true
	}
	for _, list := range [][]Column{Exact(true, true), Accounts(true), Sweep(), SweepOfPrograms(), Tails(), Averages()} {
		once := map[string]bool{}
		for _, c := range list {
			if once[c.Name] {
				t.Errorf("%s is twice in a table", c.Name)
			}
			once[c.Name] = true
		}
	}
}

// B - J is 0 within the errors of both, and B may be below J by more.
func TestSlack(t *testing.T) {
	for off, want := range map[float64]float64{0: -1. / 8, 1. / 32: -1. / 8, 1. / 16: 0} {
		r := Run{Cell: exact.Divergence{Forward: 2, Off: off}}
		r.Paths = exact.Divergence{Forward: 1.875, Off: off}
		if v := Measure(r).At("b_minus_j"); r.Slack() != want || v != want {
			t.Errorf("within %v and %v: B - J is %v, and %v in a sweep, want %v", off, off, r.Slack(), v, want)
		}
	}
}

// What a run is measured by is found again by its name, and B near equilibrium has the
// five digits that it is good to.
func TestMeasure(t *testing.T) {
	r := Run{Cell: exact.Divergence{Forward: 1, Reverse: 2}, Extended: true, Result: exact.Result{Gap: exact.Measured{
		Final: exact.Divergence{Forward: 4, Reverse: 2}, Paths: exact.Divergence{Forward: 3, Reverse: math.Inf(1)}}},
		NearB: 0.123456789, NearFloor: math.NaN()}
	v := Measure(r)
	for name, want := range map[string]float64{
		"J":         3,
		"kl_p_q":    2,
		"j_state":   6,
		"B":         math.Inf(1),
		"b_minus_j": math.Inf(1),
		"near_b":    0.12346,
	} {
		if got := v.At(name); got != want {
			t.Errorf("%s is %v, want %v", name, got, want)
		}
	}
	for _, name := range []string{"near_b_floor", "b_mc"} {
		if got := v.At(name); !math.IsNaN(got) {
			t.Errorf("%s is %v, want none", name, got)
		}
	}
	known := map[string]float64{}
	for name, x := range v.Named() {
		known[name] = x
	}
	for name, x := range NewValues(known).Named() {
		if was := v.At(name); x != was && !(math.IsNaN(x) && math.IsNaN(was)) {
			t.Errorf("%s was %v and is %v", name, was, x)
		}
	}
}

// A column that is said to be optional exists.
func TestSweptOnly(t *testing.T) {
	for name := range sweptOnly {
		if _, ok := index[name]; !ok {
			t.Errorf("there is no column %s", name)
		}
	}
}
