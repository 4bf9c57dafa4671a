package timeaverage

import "testing"

// TestPlan: few steps of a chain are taken one by one, and many are doubled. A row costs as much
// whichever way it comes, so that less work is asked for fewer functions.
func TestPlan(t *testing.T) {
	c := ring(40, 0.5).chain()
	for _, k := range []struct {
		ns       []int
		one, two int
	}{
		{[]int{1, 2, 5}, 3, 0},
		{[]int{1, 2, 1e6}, 2, 1},
		{[]int{1e6, 1e12}, 0, 2},
		{nil, 0, 0},
	} {
		p := c.plan(7, k.ns)
		if len(p.one) != k.one || len(p.two) != k.two {
			t.Errorf("of %v, %d are stepped to and %d doubled, not %d and %d", k.ns, len(p.one), len(p.two), k.one, k.two)
		}
	}
	if few, many := c.Work(1, []int{1e6}), c.Work(7, []int{1e6}); !(few < many) {
		t.Errorf("one function needs %g operations, seven %g", few, many)
	}
}

// TestDoubledRows: five steps by blocks of up to two are two blocks of 2 and one of 1, after one
// doubling of 40 rows. Each block costs ten rows.
func TestDoubledRows(t *testing.T) {
	if rows := doubledRows(40, []int{5}, 1); rows != 40+3*10 {
		t.Errorf("%g rows, not 70", rows)
	}
}
