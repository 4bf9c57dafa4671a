package laws

import (
	"math"

	"gonum.org/v1/gonum/floats"

	"breadboard/chains"
	"breadboard/grid"
)

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
	w.h, w.pulled = signed(len(w.P)), make([]float64, len(w.P))
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
	want, pushed := make([]float64, n), make([]float64, n)
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
func (w *Wide) Invariance() (off []float64, all, each Finding) {
	off = make([]float64, len(w.P))
	w.op.Push(off, w.P)
	return w.invariant(off)
}

// Reversal tests p(y) R(y,x) = p(x) T(x,y) without rows: it pushes the measure p h
// through R and compares the result with p (T h). h has no regularity, so a wrong pair
// shows at cell x.
func (w *Wide) Reversal() Finding { return w.returns(Reversal, w.op.Reversal()) }

// DetailedBalance is Reversal with T in place of R.
func (w *Wide) DetailedBalance() Finding { return w.returns(DetailedBalance, w.op) }

func (w *Wide) returns(l Law, back chains.Operator) Finding {
	q, pushed := make([]float64, len(w.P)), make([]float64, len(w.P))
	for x, p := range w.P {
		q[x] = p * w.h[x]
	}
	back.Push(pushed, q)
	var f Worst
	limit := w.Relative * 10
	for x, p := range w.P {
		size := max(p, underflow)
		if f.seeWithin(math.Abs(pushed[x]-p*w.pulled[x])/size, or(limit, w.Slack.into(p))) {
			in, out := beside(pushed[x], p*w.pulled[x])
			f.At("%s gets %s of a measure that flows back, and by the moves from it %s", w.cell(x), in, out)
		}
	}
	return f.findingWithin(l, limit)
}
