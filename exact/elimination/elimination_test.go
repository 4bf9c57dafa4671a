package elimination_test

import (
	"fmt"
	"math"
	"testing"

	"pgregory.net/rapid"

	"breadboard/exact/elimination"
)

// drawn draws the rows of a chain that leads from every state to every other, with
// entries over some decades.
func drawn(t *rapid.T, most int) [][]float64 {
	n := rapid.IntRange(1, most).Draw(t, "states")
	rows := make([][]float64, n)
	for x := range rows {
		rows[x] = make([]float64, n)
		for y := range n {
			if y != x && (y == (x+1)%n || rapid.Bool().Draw(t, "an edge")) {
				rows[x][y] = math.Pow(10, -rapid.Float64Range(0, 12).Draw(t, "decades")) / float64(n)
			}
		}
	}
	return rows
}

// eliminated eliminates a chain by its rows, in memory that another chain has used.
func eliminated(t rapid.TB, rows [][]float64) *elimination.Chain {
	t.Helper()
	c := elimination.New(3)
	c.Add(2, 1, 0.5)
	c.Reset(len(rows))
	for x, row := range rows {
		for y, p := range row {
			if p > 0 {
				c.Add(x, y, p)
			}
		}
	}
	if !c.Eliminate() {
		t.Fatal("state 0 is not reached")
	}
	return c
}

// near holds got to want relatively: every number here is a sum of some hundred products
// that are not negative.
func near(t rapid.TB, name string, got, want float64) {
	t.Helper()
	if !(math.Abs(got-want) <= 1e-13*math.Abs(want)) {
		t.Errorf("%s = %.17g, want %.17g", name, got, want)
	}
}

// TestStationary: what flows into each state flows out of it.
func TestStationary(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rows := drawn(t, 8)
		pi := eliminated(t, rows).Stationary()
		for x := range rows {
			in, out := 0.0, 0.0
			for y := range rows {
				in += pi[y] * rows[y][x]
				out += pi[x] * rows[x][y]
			}
			near(t, fmt.Sprint("what flows into ", x), in, out)
		}
	})
}

// TestSolve: x = b + Px outside state 0, as leaving times x = b + what comes after.
func TestSolve(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rows := drawn(t, 8)
		b := make([]float64, len(rows))
		for x := range b {
			b[x] = rapid.Float64Range(0, 5).Draw(t, "b")
		}
		x := append([]float64(nil), b...)
		eliminated(t, rows).Solve(x)
		if x[0] != 0 {
			t.Errorf("x(0) = %g", x[0])
		}
		for k := 1; k < len(rows); k++ {
			leave, after := 0.0, b[k]
			for y, p := range rows[k] {
				leave += p
				after += p * x[y]
			}
			near(t, fmt.Sprint("equation ", k), x[k]*leave, after)
		}
	})
}

// TestVisits: the sum over y of G(x,y) b(y) is Solve's solution for b.
func TestVisits(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rows := drawn(t, 7)
		c := eliminated(t, rows)
		g := c.Visits()
		for y := range rows {
			unit := make([]float64, len(rows))
			unit[y] = 1
			c.Solve(unit)
			for x := range rows {
				want := unit[x]
				if y == 0 {
					want = 0
				}
				near(t, fmt.Sprintf("G(%d,%d)", x, y), g[x][y], want)
			}
		}
	})
}

// TestEliminateStuck: a chain that does not get to state 0 is refused.
func TestEliminateStuck(t *testing.T) {
	c := elimination.New(3)
	c.Add(0, 1, 1)
	c.Add(1, 2, 0.5)
	c.Add(2, 1, 0.5)
	if c.Eliminate() {
		t.Error("states 1 and 2 never get to state 0, and are eliminated")
	}
}

// TestAddStaying: the diagonal is no business of an elimination.
func TestAddStaying(t *testing.T) {
	defer func() {
		if recover() == nil {
			t.Error("a probability of staying is taken")
		}
	}()
	elimination.New(2).Add(1, 1, 0.5)
}
