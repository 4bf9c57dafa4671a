package spectra_test

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"breadboard/exact/spectra"
	"breadboard/grid"
	"breadboard/grid/must"
)

// drawGraph draws a chain with few edges. Each state goes to some states with equal probability, or stays if it draws
// none.
func drawGraph(t *rapid.T, most int) spectra.Matrix {
	n := rapid.IntRange(1, most).Draw(t, "states")
	p := make([]float64, n*n)
	for x := range n {
		to := rapid.SliceOfNDistinct(rapid.IntRange(0, n-1), 0, 3, rapid.ID).Draw(t, "to")
		if len(to) == 0 {
			to = []int{x}
		}
		for _, y := range to {
			p[x*n+y] = 1 / float64(len(to))
		}
	}
	return dense(n, p)
}

// ways returns between which states there is a way of exactly t steps, for t from 0 to most.
func ways(m spectra.Matrix, most int) [][][]bool {
	n := len(m)
	out := make([][][]bool, most+1)
	for t := range out {
		out[t] = make([][]bool, n)
		for x := range n {
			out[t][x] = make([]bool, n)
			if t == 0 {
				out[t][x][x] = true
				continue
			}
			for z, ok := range out[t-1][x] {
				for y, p := range m[z] {
					out[t][x][y] = out[t][x][y] || ok && p > 0
				}
			}
		}
	}
	return out
}

// TestClasses holds the classes of small graphs to ways, counted one by one: two states are of one class if there are
// ways of some length between them in both directions; the period divides the length of every way back, and is the
// largest number that does.
func TestClasses(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := drawGraph(t, 6)
		n := len(m)
		all := ways(m, 2*n*n)
		leads := func(x, y int) bool {
			return slices.ContainsFunc(all, func(w [][]bool) bool { return w[x][y] })
		}
		var want []string
		for x := range n {
			states := []int(nil)
			closed := true
			first := x
			period := 0
			for y := range n {
				if leads(x, y) && leads(y, x) {
					states, first = append(states, y), min(first, y)
				}
				closed = closed && (!leads(x, y) || leads(y, x))
			}
			for steps, w := range all {
				if w[x][x] {
					period = grid.GCD(period, steps)
				}
			}
			if first == x {
				want = append(want, fmt.Sprint(states, closed, period))
			}
		}
		var got []string
		for _, c := range m.Classes() {
			got = append(got, fmt.Sprint(c.States, c.Closed, c.Period))
		}
		if !slices.Equal(got, want) {
			t.Errorf("classes, whether closed, and periods are %v, want %v", got, want)
		}
	})
}

// TestPeriod checks that a closed class of period 4 and one of period 6 come round together after 12 steps; a class of
// period 5 that is left for good does not count.
func TestPeriod(t *testing.T) {
	const n = 4 + 6 + 5 + 1 // the last goes nowhere
	p := make([]float64, n*n)
	for _, cycle := range [][2]int{{0, 4}, {4, 6}, {10, 5}} {
		for i := range cycle[1] {
			p[(cycle[0]+i)*n+cycle[0]+(i+1)%cycle[1]] = 1
		}
	}
	p[10*n+11], p[10*n] = 0.5, 0.5
	if got := spectra.Period(dense(n, p).Classes()); got != 12 {
		t.Errorf("the period is %d, want 12", got)
	}
}

// TestReached checks that a state is reached that a way of any length leads to, and so are the first ones.
func TestReached(t *testing.T) {
	m := rows([]float64{0.5, 0.5, 0, 0}, []float64{1, 0, 0, 0}, []float64{0, 0, 1, 0}, []float64{0.5, 0, 0.5, 0})
	for from, want := range [][]bool{{true, true, false, false}, {true, true, false, false},
		{false, false, true, false}, {true, true, true, true}} {
		if got := m.Reached([]int{from}); !slices.Equal(got, want) {
			t.Errorf("from %d these are reached: %v", from, got)
		}
	}
}

// TestStationaryLaw checks that every probability has its relative digits, over hundreds of decades. 8 states are
// rounded some hundred times.
func TestStationaryLaw(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m, want := drawChain(t, 8, 15)
		got := must.Have(m.Stationary())(t)
		for x := range want {
			must.Within(t, got[x], want[x], 1e-13, "state %v", x)
		}
	})
	const n, rise = 12, 1e30 // a ladder whose lowest state is below any float
	p := make([]float64, n*n)
	for x := range n {
		p[x*n+min(x+1, n-1)] += 0.5
		p[x*n+max(x-1, 0)] += 0.5 / rise
		p[x*n+x] += 1 - 0.5 - 0.5/rise
	}
	for x, got := range must.Have(dense(n, p).Stationary())(t) {
		must.Within(t, got, math.Pow(rise, float64(x-n+1)), 1e-13, "rung %v", x)
	}
	_, err := rows([]float64{0.5, 0.5}, []float64{5e-324, 1}).Stationary()
	must.Fail(t, err, "the probability of state 0 is beyond floating point", "a state that is hardly left")
}
