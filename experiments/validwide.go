package experiments

import (
	"context"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"

	"breadboard/chains"
	"breadboard/exact/spectra/implicit"
)

// A wide is one level of a candidate of so many cells that its rows are not kept: they
// are gone through once, where they have not too many moves, and what an operator makes
// of functions and measures is held together.
type wide struct {
	*stage
	op, backOp chains.Operator
	h          []float64 // a function without regularity
	pulled     []float64 // after a step
}

// widely judges a level whose matrix would not fit. What it cannot look at, it notes.
func (v *Validation) widely(ctx context.Context, beta float64) (LevelReport, error) {
	s := v.Candidate
	g := &stage{Candidate: s, t: 1, beta: beta, level: s.NewLevel()}
	g.level.Move(1, beta)
	g.logf = slices.Clone(g.level.LogF())
	logZ := floats.LogSumExp(g.logf)
	g.p = make([]float64, len(g.logf))
	for x, f := range g.logf {
		g.p[x] = math.Exp(f - logZ)
	}
	if s.Aimed != nil {
		g.level.Move(s.Aimed(1, beta))
	}
	op := s.Kernel.On(s.Grid)
	w := wide{stage: g, op: op, backOp: s.reversal(op), h: make([]float64, len(g.p)), pulled: make([]float64, len(g.p))}
	op.Aim(g.level)
	if w.backOp != op {
		w.backOp.Aim(g.level)
	}
	for x := range w.h {
		w.h[x] = math.Sin(3*float64(x)+1) + 1.5
	}
	op.Pull(w.pulled, w.h)

	r := LevelReport{T: 1, Beta: beta, P: g.p}
	if w.few() {
		r.Laws = w.rowLaws()
	} else {
		v.note("%d cells with too many moves each to be gone through one by one: the laws are held by functions and measures alone", len(g.p))
	}
	if err := ctx.Err(); err != nil {
		return r, err
	}
	r.Laws = append(r.Laws, g.sums(op))
	var each Law
	r.Off, each = w.invariance(&r.Laws)
	undone := w.returns(LawReversal, w.backOp)
	r.Laws = append(r.Laws, each, undone)
	if r.Flow = undone; w.backOp != op {
		r.Flow = w.returns("detailed balance", op)
	}
	r.Flow.Name = "detailed balance"
	switch {
	case !each.OK:
		r.Balance = Unbalanced
	case !r.Flow.OK:
		r.Balance = Invariant
	}
	return r, nil
}

// few is whether the rows have so few moves that they are gone through.
func (w *wide) few() bool {
	moves := 0
	w.op.Row(floats.MaxIdx(w.p), func(int, float64) { moves++ })
	return float64(moves)*float64(len(w.p)) <= implicit.MaxMoves
}

// rowLaws are those of the rows, of some thousand moves each at most: that they are
// probabilities, that they enter no cell without mass, and that pulling and pushing are
// what they say.
func (w *wide) rowLaws() []Law {
	n := len(w.p)
	want, pushed := make([]float64, n), make([]float64, n)
	var entries, walls, pushes finding
	for x := range n {
		stay, mean := 1.0, 0.0
		w.op.Row(x, func(y int, p float64) {
			if entries.see(max(-p, p-1, 0)) {
				entries.at("%s: %g", w.pair(x, y), p)
			}
			if math.IsInf(w.logf[y], -1) && walls.see(p) {
				walls.at("%s, which has no mass: %.12g", w.pair(x, y), p)
			}
			stay -= p
			mean += p * (w.h[y] - w.h[x])
			want[y] += w.h[x] * p
		})
		if entries.see(max(-stay, 0)) {
			entries.at("the row of %s leaves %g of 1", w.cell(x), stay)
		}
		want[x] += w.h[x] * stay
		if pushes.see(math.Abs(w.pulled[x] - w.h[x] - mean)) {
			pushes.at("%s pulls %.12g, and by its row %.12g", w.cell(x), w.pulled[x], w.h[x]+mean)
		}
	}
	w.op.Push(pushed, w.h)
	for y, v := range want {
		if pushes.see(math.Abs(pushed[y] - v)) {
			pushes.at("%s is pushed %.12g, and by the rows %.12g", w.cell(y), pushed[y], v)
		}
	}
	return []Law{entries.law(LawEntries, absolutely), walls.law(LawWalls, 0), pushes.law(LawPush, absolutely*1e3)}
}

// invariance is that of a stage, by pushing p.
func (w *wide) invariance(laws *[]Law) (off []float64, each Law) {
	off = make([]float64, len(w.p))
	w.op.Push(off, w.p)
	return w.invariant(off, laws)
}

// returns is that what back makes of the measure p h is p times what the operator makes
// of the function h: p(y) R(y,x) = p(x) T(x,y) for all pairs, summed over y with the
// weights h(y), so that one that is off shows at x.
func (w *wide) returns(name string, back chains.Operator) Law {
	q, pushed := make([]float64, len(w.p)), make([]float64, len(w.p))
	for x, p := range w.p {
		q[x] = p * w.h[x]
	}
	back.Push(pushed, q)
	var f finding
	limit := relatively * 10
	for x, p := range w.p {
		size := max(p, underflow)
		if f.within(math.Abs(pushed[x]-p*w.pulled[x])/size, limit, w.slackInto(p)) {
			f.at("%s gets %.12g of a measure that flows back, and by the moves from it %.12g", w.cell(x), pushed[x], p*w.pulled[x])
		}
	}
	return f.lawWithin(name, limit)
}

// wideErr is that there are too many cells for an annealing.
func wideErr(n int) error {
	return fmt.Errorf("%d cells; up to %d, whose matrices fit, would do for an annealing, and one beta for more", n, MostRows)
}
