package laws

import (
	"math"
	"testing"

	"breadboard/grid"
)

// TestWorst: the worst place is the one that is off most in units of its own limit, and the first of equals; NaN is
// worse than any number.
func TestWorst(t *testing.T) {
	type place struct {
		off, limit float64
		where      string
	}
	for _, c := range []struct {
		places []place
		want   Finding
	}{
		{nil, Finding{Law: EachCell, OK: true, Limit: relatively}},
		{[]place{{0, 1, "nowhere"}}, Finding{Law: EachCell, OK: true, Limit: relatively}},
		{[]place{{3, 10, "a"}, {2, 1, "b"}, {5, 10, "c"}}, Finding{Law: EachCell, Value: 2, Limit: 1, Witness: "b"}},
		{[]place{{1, 1, "a"}, {10, 10, "b"}}, Finding{Law: EachCell, OK: true, Value: 1, Limit: 1, Witness: "a"}},
	} {
		var w Worst
		for _, p := range c.places {
			if w.seeWithin(p.off, p.limit) {
				w.At("%s", p.where)
			}
		}
		if got := w.findingWithin(EachCell); got != c.want {
			t.Errorf("%v: %+v, want %+v", c.places, got, c.want)
		}
	}
	var w Worst
	for i, off := range []float64{1, math.NaN(), math.Inf(1), math.NaN()} {
		if w.See(off) {
			w.At("%d", i)
		}
	}
	got := w.Finding(EachCell, 9)
	if got.OK || !math.IsNaN(got.Value) || got.Limit != 9 || got.Witness != "1" {
		t.Errorf("NaN: %+v, want the first NaN, whose law is broken", got)
	}
}

// TestWorse: a broken law is worse than a kept one, and to single precision worse than to double, whatever the values.
func TestWorse(t *testing.T) {
	nan := math.NaN()
	kept := Finding{OK: true, Value: 1}
	broken := Finding{Value: 0.1}
	for _, c := range []struct {
		f, g Finding
		want bool
	}{
		{broken, kept, true}, {kept, broken, false},
		{Finding{Value: 2}, Finding{Value: 1}, true}, {Finding{Value: 1}, Finding{Value: 1}, false},
		{Finding{OK: true, Single: true}, kept, true}, {broken, Finding{OK: true, Single: true}, true},
		{Finding{Value: nan}, Finding{Value: 1}, true}, {Finding{Value: nan}, Finding{Value: nan}, false},
	} {
		if got := c.f.Worse(c.g); got != c.want {
			t.Errorf("%+v is worse than %+v: %v", c.f, c.g, got)
		}
	}
}

// TestBriefly: two numbers have the fewest digits that show two digits of their difference.
func TestBriefly(t *testing.T) {
	for _, c := range []struct {
		a, b        float64
		left, right string
	}{
		{0.5, 0.5, "0.5", "0.5"},
		{0.213458037638, 0.202692060927, "0.2135", "0.2027"},
		{0.592298193416, 0.592298785715, "0.59229819", "0.59229879"},
		{1, 1 - 3.35e-8, "1", "1-3.3e-08"},
		{0.2, 0.2 + 1.2e-12, "0.2", "0.2+1.2e-12"},
		{0, 3e-300, "0", "3e-300"},
		{-2, 1760.5, "-2", "1760"},
		{math.Inf(1), 1, "+Inf", "1"},
		{math.NaN(), 1, "NaN", "1"},
	} {
		if l, r := Briefly(c.a, c.b); l != c.left || r != c.right {
			t.Errorf("%v and %v: %s and %s, want %s and %s", c.a, c.b, l, r, c.left, c.right)
		}
	}
}

// TestString: a value and its limit have three digits, and more where these would be the same.
func TestString(t *testing.T) {
	for want, f := range map[string]Finding{
		"pT = p: in cell 1: off by 0.0325, where 1e-12 is allowed":     {Value: 0.03251, Limit: 1e-12},
		"pT = p: in cell 1: off by 1.0002e-12, where 1e-12 is allowed": {Value: 1.00021e-12, Limit: 1e-12},
		"pT = p: in cell 1: off by NaN, where 1e-12 is allowed":        {Value: math.NaN(), Limit: 1e-12},
	} {
		f.Law = Invariance
		f.Witness = "in cell 1"
		if got := f.String(); got != want {
			t.Errorf("%s, want %s", got, want)
		}
	}
}

// TestEntriesOfAWall: a row that is no number is told from where it is, and that this is a wall.
func TestEntriesOfAWall(t *testing.T) {
	w := LevelMatrices{Grid: grid.New(2, 2).WithWalls(3), Rows: [][]float64{{1, 0, 0, 0}, 3: {0, 0, 0, math.NaN()}}}
	if f := w.Entries(); f.OK || f.Witness != "from cell (1, 1) to itself, from a wall: NaN" {
		t.Errorf("%v", f)
	}
	w.Rows[0][0] = 3
	w.Rows[3][3] = 0
	if f := w.Entries(); f.Witness != "from cell (0, 0) to itself: 3" {
		t.Errorf("%v", f)
	}
	var worst Worst
	w.compare(&worst, "%s is pushed %s, and by the rows %s", 1, 0.5, 0.25)
	if f := worst.Finding(Push, 0); f.Witness != "cell (0, 1) is pushed 0.5, and by the rows 0.25" {
		t.Errorf("%v", f)
	}
}
