package laws

import (
	"math"

	"gonum.org/v1/gonum/floats"

	"breadboard/chains"
)

// Entries looks for entries that are NaN, negative or above 1.
func (w *Written) Entries() Finding {
	var f Worst
	for x, row := range w.Rows {
		for y, v := range row {
			if f.See(max(-v, v-1, 0)) {
				f.At("%s: %.4g", w.pair(x, y), v)
			}
		}
	}
	return f.Finding(Entries, or(absolutely, float64(w.Slack)))
}

// Sums looks for rows that do not sum to 1: the given rows, or the operator's pull of the
// constant 1. (Rows that were written out have 1 less the rest on the diagonal, and always
// sum to 1.)
func (w *Written) Sums() Finding {
	one, sum := make([]float64, len(w.P)), make([]float64, len(w.P))
	for x := range one {
		one[x] = 1
	}
	w.op.Pull(sum, one)
	var f Worst
	for x := range sum {
		if w.given {
			sum[x] = floats.Sum(w.Rows[x])
		}
		if f.See(math.Abs(sum[x] - 1)) {
			_, is := beside(1, sum[x])
			f.At("the row of %s sums to %s", w.cell(x), is)
		}
	}
	return f.Finding(Sums, or(absolutely, w.Slack.Over(1, len(w.P))))
}

// Walls looks for cells without mass that another cell leads to.
func (w *Written) Walls() Finding {
	var f Worst
	for x, row := range w.Rows {
		for y, v := range row {
			if x != y && math.IsInf(w.LogF[y], -1) && f.See(v) {
				f.At("%s, which has no mass: %.4g", w.pair(x, y), v)
			}
		}
	}
	return f.Finding(Walls, float64(w.Slack))
}

// Invariance compares pT with p. It returns pT - p, and a finding of the absolute deviation
// and one relative to p.
func (w *Written) Invariance() (off []float64, all, each Finding) {
	off = make([]float64, len(w.P))
	for x, row := range w.Rows {
		if w.P[x] > 0 {
			floats.AddScaled(off, w.P[x], row)
		}
	}
	return w.invariant(off)
}

// invariant compares p after a step with p. off becomes the difference.
func (w *Written) invariant(off []float64) ([]float64, Finding, Finding) {
	var all, one Worst
	say := func(f *Worst, y int, in float64) {
		after, before := beside(in, w.P[y])
		f.At("%s has %s after a step from p, where it is %s", w.cell(y), after, before)
	}
	for y, in := range off {
		off[y] -= w.P[y]
		if all.See(math.Abs(off[y])) {
			say(&all, y, in)
		}
		if one.seeWithin(math.Abs(off[y])/max(w.P[y], underflow), or(w.Relative, w.Slack.into(w.P[y]))) {
			say(&one, y, in)
		}
	}
	return off, all.Finding(Invariance, or(absolutely, float64(w.Slack))), one.findingWithin(EachCell, w.Relative)
}

// Reversal compares the flow p(x) T(x,y) with p(y) R(y,x).
func (w *Written) Reversal() Finding {
	undone, stay := w.flows(Reversal, w.Back)
	if stay && !undone.OK { // moves back are by Bayes and never off
		if flow := w.DetailedBalance(); !flow.OK {
			undone.Witness += "; of moves the least balanced is " + flow.Witness
		}
	}
	return undone
}

// DetailedBalance compares the flow p(x) T(x,y) with p(y) T(y,x).
func (w *Written) DetailedBalance() Finding {
	f, _ := w.flows(DetailedBalance, w.Rows)
	return f
}

// flows compares p(x) T(x,y) with p(y) R(y,x), relative to the larger. The witness of a
// breach is a move if any is off. Otherwise it is the flow of a cell to itself, which is 1
// less its moves, and stay is true.
func (w *Written) flows(l Law, back [][]float64) (f Finding, stay bool) {
	var moves, stays Worst
	for x, row := range w.Rows {
		for y, v := range row {
			there, here := w.P[x]*v, w.P[y]*back[y][x]
			which := &moves
			if x == y {
				which = &stays
			}
			if there != here && which.seeWithin(w.apart(x, y, there, here)) {
				out, in := beside(there, here)
				if x == y {
					which.At("what stays in %s is %s, and on the way back %s", w.cell(x), out, in)
				} else {
					which.At("%s flows %s and back %s", w.pair(x, y), out, in)
				}
			}
		}
	}
	move, rest := moves.findingWithin(l, w.flowLimit()), stays.findingWithin(l, w.flowLimit())
	if move.OK && rest.Worse(move) {
		return rest, true
	}
	return move, false
}

// apart returns the distance of the flows between x and y, relative to the larger, and its
// limit.
func (w *Written) apart(x, y int, there, here float64) (off, limit float64) {
	size := max(there, here, stayPart*min(w.P[x], w.P[y]), underflow)
	return math.Abs(there-here) / size, or(w.flowLimit(), w.Slack.flow(w.P, x, y)/size)
}

// flowLimit bounds the distance of two flows. 1 less a sum of n entries has n roundings, and
// its deviation is measured relative to stayPart of the mass.
func (w *Written) flowLimit() float64 { return w.Relative + float64(len(w.P))*0x1p-52/stayPart }

// Push pushes a signed measure and pulls it as a function, and compares both with sums over
// the rows.
func (w *Written) Push() Finding {
	n := len(w.P)
	q, pushed, pulled := signed(n), make([]float64, n), make([]float64, n)
	w.op.Push(pushed, q)
	w.op.Pull(pulled, q)
	var f Worst
	want := make([]float64, n)
	for x, row := range w.Rows {
		floats.AddScaled(want, q[x], row)
		mean := floats.Dot(row, q)
		if f.See(math.Abs(pulled[x] - mean)) {
			is, by := beside(pulled[x], mean)
			f.At("%s pulls %s, and by its row %s", w.cell(x), is, by)
		}
	}
	for y, v := range want {
		if f.See(math.Abs(pushed[y] - v)) {
			is, by := beside(pushed[y], v)
			f.At("%s is pushed %s, and by the rows %s", w.cell(y), is, by)
		}
	}
	return f.Finding(Push, or(absolutely*float64(n), float64(w.Slack)))
}

// signed returns a measure without regularity.
func signed(n int) []float64 {
	q := make([]float64, n)
	for x := range q {
		q[x] = math.Sin(3*float64(x) + 1)
	}
	return q
}

// Declared compares the rows with the rows of k, the kernel that they claim to be. In
// cells without mass they may be anything: no chain is ever there.
func (w *Written) Declared(k chains.Kernel, l *chains.Level) Finding {
	op := k.On(w.Grid)
	op.Aim(l)
	rows := RowsOf(op, len(w.P))
	for x, v := range w.LogF {
		if math.IsInf(v, -1) {
			rows[x] = nil
		}
	}
	return w.Agree(Declared, "declared", rows)
}

// Agree compares the rows with others that should be the same; word names the others. It
// skips rows that are nil.
func (w *Written) Agree(l Law, word string, others [][]float64) Finding {
	var f Worst
	for x, row := range others {
		for y, v := range row {
			if f.See(math.Abs(w.Rows[x][y] - v)) {
				is, other := beside(w.Rows[x][y], v)
				f.At("%s with probability %s, %s %s", w.pair(x, y), is, word, other)
			}
		}
	}
	return f.Finding(l, or(absolutely, float64(w.Slack)))
}
