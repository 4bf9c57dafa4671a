package laws

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"

	"breadboard/chains"
	"breadboard/grid"
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

// A Wide is a kernel at one level with so many cells that its rows do not fit in memory.
// It has no matrices: it goes through each row once, and compares the operator's
// functions and measures with each other.
type Wide struct {
	*Written
	h, pulled []float64 // a function without regularity, and after a step
}

// NewWide returns op, which it aims, and its reversal at a level.
func NewWide(g grid.Grid, l *chains.Level, op chains.Operator, slack Slack) *Wide {
	w := &Wide{Written: At(g, l)}
	w.Slack, w.op = slack, op
	op.Aim(l)
	w.h = signed(len(w.P))
	w.pulled = make([]float64, len(w.P))
	floats.AddConst(1.5, w.h)
	op.Pull(w.pulled, w.h)
	return w
}

// Moves estimates the number of moves in all rows: the moves of the heaviest cell times
// the number of cells.
func (w *Wide) Moves() float64 {
	moves := 0
	w.op.Row(floats.MaxIdx(w.P), func(int, float64) { moves++ })
	return float64(moves) * float64(len(w.P))
}

// Rows goes through all rows, at most some thousand moves of each. It looks for entries
// that are no probabilities and for moves into cells without mass, and compares a push
// and a pull with the rows.
func (w *Wide) Rows() []Finding {
	n := len(w.P)
	want := make([]float64, n)
	pushed := make([]float64, n)
	var entries, walls, pushes Worst
	for x := range n {
		stay, mean := 1.0, 0.0
		w.op.Row(x, func(y int, p float64) {
			if entries.See(max(-p, p-1, 0)) {
				entries.At("%s: %.4g", w.pair(x, y), p)
			}
			if math.IsInf(w.LogF[y], -1) && walls.See(p) {
				walls.At("%s, which has no mass: %.4g", w.pair(x, y), p)
			}
			stay -= p
			mean += p * (w.h[y] - w.h[x])
			want[y] += w.h[x] * p
		})
		if entries.See(max(-stay, 0)) {
			entries.At("the row of %s leaves %.4g of 1", w.cell(x), stay)
		}
		want[x] += w.h[x] * stay
		if pushes.See(math.Abs(w.pulled[x] - w.h[x] - mean)) {
			is, by := beside(w.pulled[x], w.h[x]+mean)
			pushes.At("%s pulls %s, and by its row %s", w.cell(x), is, by)
		}
	}
	w.op.Push(pushed, w.h)
	w.compare(&pushes, pushed, want, "%s is pushed %s, and by the rows %s")
	slack := float64(w.Slack)
	return []Finding{entries.Finding(Entries, or(absolutely, slack)), walls.Finding(Walls, slack),
		pushes.Finding(Push, or(absolutely*1e3, slack))}
}

// Invariance pushes p and compares the result with p, as Written does.
func (w *Wide) Invariance() (off []float64, all, each Finding) { return w.invariant(w.op.Push) }

// Reversal tests p(y) R(y,x) = p(x) T(x,y) without rows: it pushes the measure p h
// through R and compares the result with p (T h). h has no regularity, so a wrong pair
// shows at cell x.
func (w *Wide) Reversal() Finding { return w.returns(Reversal, w.op.Reversal()) }

// DetailedBalance is Reversal with T in place of R.
func (w *Wide) DetailedBalance() Finding { return w.returns(DetailedBalance, w.op) }

func (w *Wide) returns(l Law, back chains.Operator) Finding {
	q := make([]float64, len(w.P))
	pushed := make([]float64, len(w.P))
	for x, p := range w.P {
		q[x] = p * w.h[x]
	}
	back.Push(pushed, q)
	var f Worst
	const limit = relatively * 10
	for x, p := range w.P {
		size := max(p, underflow)
		if f.seeWithin(math.Abs(pushed[x]-p*w.pulled[x])/size, or(limit, w.Slack.into(p))) {
			in, out := beside(pushed[x], p*w.pulled[x])
			f.At("%s gets %s of a measure that flows back, and by the moves from it %s", w.cell(x), in, out)
		}
	}
	return f.findingWithin(l, limit)
}
