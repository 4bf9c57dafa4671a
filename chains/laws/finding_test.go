package laws

import (
	"math"
	"testing"
)

// The worst place is the one that is off most in units of its own limit, and the first of
// equals; NaN is worse than any number.
func TestWorst(t *testing.T) {
	type place struct {
		off, limit float64
		where      string
	}
	for _, c := range []struct {
		places []place
		want   Finding
	}{
		{nil, Finding{Law: EachCell, OK: true, Limit: 7}},
		{[]place{{0, 1, "nowhere"}}, Finding{Law: EachCell, OK: true, Limit: 7}},
		{[]place{{3, 10, "a"}, {2, 1, "b"}, {5, 10, "c"}}, Finding{Law: EachCell, Value: 2, Limit: 1, Witness: "b"}},
		{[]place{{1, 1, "a"}, {10, 10, "b"}}, Finding{Law: EachCell, OK: true, Value: 1, Limit: 1, Witness: "a"}},
	} {
		var w Worst
		for _, p := range c.places {
			if w.seeWithin(p.off, p.limit) {
				w.At("%s", p.where)
			}
		}
		if got := w.findingWithin(EachCell, 7); got != c.want {
			t.Errorf("%v: %+v, want %+v", c.places, got, c.want)
		}
	}
}

func TestWorstNaN(t *testing.T) {
	var w Worst
	for i, off := range []float64{1, math.NaN(), math.Inf(1), math.NaN()} {
		if w.See(off) {
			w.At("%d", i)
		}
	}
	got := w.Finding(EachCell, 9)
	if got.OK {
		t.Error("NaN: the law is kept, want it broken")
	}
	if !math.IsNaN(got.Value) {
		t.Errorf("NaN: the value is %v, want NaN", got.Value)
	}
	if got.Limit != 9 {
		t.Errorf("NaN: the limit is %v, want 9", got.Limit)
	}
	if got.Witness != "1" {
		t.Errorf("NaN: the witness is %q, want 1", got.Witness)
	}
}

// A broken law is worse than a kept one, whatever their values.
func TestWorse(t *testing.T) {
	nan := math.NaN()
	kept, broken := Finding{OK: true, Value: 1}, Finding{Value: 0.1}
	for _, c := range []struct {
		f, g Finding
		want bool
	}{
		{broken, kept, true}, {kept, broken, false},
		{Finding{Value: 2}, Finding{Value: 1}, true}, {Finding{Value: 1}, Finding{Value: 1}, false},
		{Finding{Value: nan}, Finding{Value: 1}, true}, {Finding{Value: nan}, Finding{Value: nan}, false},
	} {
		if got := c.f.Worse(c.g); got != c.want {
			t.Errorf("%+v is worse than %+v: %v", c.f, c.g, got)
		}
	}
}

// A chain's law is broken at the first step at which it is off by more than it may be, and
// as far as it is off anywhere.
func TestFirst(t *testing.T) {
	var m first
	for step, off := range []float64{0, 1, 3, 9, 4} {
		m.see(off, 2, "at step %d", step)
	}
	want := Finding{Law: Below, Value: 9, Limit: 2, Witness: "first at step 2"}
	if got := m.finding(Below); got != want {
		t.Errorf("%+v, want %+v", got, want)
	}
}
