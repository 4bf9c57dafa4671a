package laws

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"

	"breadboard/chains"
)

// Visits looks for rows that visit a cell twice, or visit the cell that they start from,
// with any probability, even 0.
func (w *Written) Visits() Finding {
	var f Worst
	for x := range w.P {
		seen := make([]bool, len(w.P))
		w.op.Row(x, func(y int, q float64) {
			if (seen[y] || y == x) && f.See(1) {
				f.At("%s, again, with probability %.12g", w.pair(x, y), q)
			}
			seen[y] = true
		})
	}
	return f.Finding(Visits, 0)
}

// Order looks for rows that come in another order when they are visited again.
func (w *Written) Order() Finding {
	const again = 8 // times; a Go map of two outcomes keeps its order so often in one of 128 rows
	var f Worst
	visited := func(x int) (to []int) {
		w.op.Row(x, func(y int, _ float64) { to = append(to, y) })
		return to
	}
	for x := range w.P {
		first := visited(x)
		for range again {
			if now := visited(x); !slices.Equal(first, now) && f.See(1) {
				f.At("the row of %s goes to %v, and the next time to %v: sort what it visits (a Go map has another "+
					"order each time)", w.cell(x), first, now)
			}
		}
	}
	return f.Finding(Order, 0)
}

// PullPair compares PullPair with the rows. One function is of moderate size, and the other a signed measure over p,
// which is large where p is small, and whose errors count by p.
func (w *Written) PullPair() Finding {
	var seen Worst
	n := len(w.P)
	f := chains.Pair{signed(n), signed(n)}
	out := chains.Pair{make([]float64, n), make([]float64, n)}
	for x, p := range w.P {
		if p > 0 {
			f[1][x] /= p
		}
	}
	w.op.PullPair(&out, &f)
	equal := func(what string, x int, got, want float64) {
		if seen.See(math.Abs(got - want)) {
			seen.At("%s at %s: %.12g, and by its row %.12g", what, w.cell(x), got, want)
		}
	}
	for x, row := range w.Rows {
		p := w.P[x]
		if p == 0 {
			if v := out[0][x] + out[1][x]; (math.IsNaN(v) || math.IsInf(v, 0)) && seen.See(math.Inf(1)) {
				seen.At("functions at %s, which has no mass, come to %v", w.cell(x), v)
			}
			continue
		}
		equal("expectation", x, out[0][x], floats.Dot(row, f[0]))
		equal("measure, pulled over p,", x, p*out[1][x], p*floats.Dot(row, f[1]))
	}
	return seen.Finding(PullPair, absolutely*10)
}
