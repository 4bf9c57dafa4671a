package laws

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"

	"breadboard/chains"
	"breadboard/chains/lanes"
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

// Stay compares the operator's Stay, if it has one, with the rows.
func (w *Written) Stay() Finding {
	var f Worst
	if s, ok := w.op.(chains.Stayer); ok {
		for x, row := range w.Rows {
			if f.See(math.Abs(s.Stay(x) - row[x])) {
				f.At("%s stays with probability %.12g, and by its row %.12g", w.cell(x), s.Stay(x), row[x])
			}
		}
	}
	return f.Finding(Stay, absolutely)
}

// Proposals adds up the proposals from each cell, if the operator has any, and compares the sums with the rows.
func (w *Written) Proposals() Finding {
	var f Worst
	proposer, ok := w.op.(chains.Proposer)
	if !ok {
		return f.Finding(Proposals, absolutely)
	}
	rows := make([][]float64, len(w.P))
	n := proposer.Proposals()
	for x := range rows {
		row := make([]float64, len(w.P))
		for i := range n {
			accept := 0.0
			y, ok := proposer.Propose(x, i)
			if ok && !math.IsInf(w.LogF[y], -1) {
				accept = proposer.Accept(w.LogF[y] - w.LogF[x])
				row[y] += accept / float64(n)
			}
			row[x] += (1 - accept) / float64(n)
		}
		rows[x] = row
	}
	return w.Agree(Proposals, "proposed", rows)
}

// PushedAndPulled returns the operator's matrix twice: once by pushing a unit of mass in
// each cell, and once by pulling the indicator of each cell.
func (w *Written) PushedAndPulled() (pushed, pulled [][]float64) {
	n := len(w.P)
	unit := make([]float64, n)
	out := make([]float64, n)
	pushed = make([][]float64, n)
	pulled = make([][]float64, n)
	for x := range n {
		clear(unit)
		unit[x] = 1
		w.op.Push(out, unit)
		pushed[x] = slices.Clone(out)
		w.op.Pull(out, unit)
		for y, v := range out {
			pulled[y] = append(pulled[y], v)
		}
	}
	return pushed, pulled
}

// ByMass aims the operator at the level with p set, and compares Row and Push with the
// rows, for cells that have mass. It leaves the operator aimed without p.
func (w *Written) ByMass(l *chains.Level) Finding {
	w.aimed(l, w.P)
	defer w.aimed(l, nil)
	rows := RowsOf(w.op, len(w.P))
	pushed, _ := w.PushedAndPulled()
	for x, p := range w.P {
		if p == 0 {
			rows[x], pushed[x] = nil, nil
		}
	}
	byRow := w.Agree(ByMass, "by p", rows)
	byPush := w.Agree(ByMass, "pushed by p", pushed)
	if byPush.Worse(byRow) {
		return byPush
	}
	return byRow
}

func (w *Written) aimed(l *chains.Level, p []float64) {
	l.P = p
	w.op.Aim(l)
}

// PullPair compares PullPair, if the operator has it, with the rows. The level has p. The
// two functions are one of moderate size, and a signed measure over p, which is large
// where p is small, and whose errors count by p. It pulls them once as a whole, and once
// adds a share of the change to a base in place. It leaves the operator aimed without p.
func (w *Written) PullPair(l *chains.Level) Finding {
	const share = 0.3
	var seen Worst
	two, ok := w.op.(chains.PairPuller)
	if !ok {
		return seen.Finding(PullPair, absolutely)
	}
	n := len(w.P)
	f := chains.Pair{signed(n), signed(n)}
	out := chains.Pair{make([]float64, n), make([]float64, n)}
	for x, p := range w.P {
		if p > 0 {
			f[1][x] /= p
		}
	}
	base := signed(n)
	added := chains.Pair{make([]float64, n), signed(n)}
	w.aimed(l, w.P)
	two.PullPair(&out, &f, &f, 1)
	two.PullPair(&added, &added, &f, share)
	w.aimed(l, nil)
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
		function := floats.Dot(row, f[0])
		measure := p * floats.Dot(row, f[1])
		equal("expectation", x, out[0][x], function)
		equal("measure, pulled over p,", x, p*out[1][x], measure)
		equal("a share of the change", x, added[0][x], share*(function-f[0][x]))
		equal("a share of the change over p", x, p*(added[1][x]-base[x]), share*(measure-p*f[1][x]))
	}
	return seen.Finding(PullPair, absolutely*10)
}

// PushBlock compares what the operator pushes side by side, and the rows that it lists, if it has these methods, with
// the rows: from log densities, and where the level carries p. Then cells without mass have none to push. It leaves the
// operator aimed without p.
func (w *Written) PushBlock(l *chains.Level) Finding {
	defer w.aimed(l, nil)
	n := len(w.P)
	var f Worst
	for _, p := range [][]float64{nil, w.P} {
		w.aimed(l, p)
		lister, lists := w.op.(chains.Lister)
		pusher, pushes := w.op.(chains.BlockPusher)
		if !lists && !pushes {
			break
		}
		q := make(lanes.Block, n)
		got := make(lanes.Block, n)
		for x, v := range signed(n) {
			if p == nil || p[x] > 0 {
				for k := range q[x] {
					q[x][k] = v * float64(k+1)
				}
			}
		}
		if lists {
			rows := lister.Rows()
			for x := range w.Rows {
				if p != nil && p[x] == 0 {
					continue
				}
				row := make([]float64, n)
				to, probabilities := rows.Of(x)
				for i, y := range to {
					row[y] += probabilities[i]
				}
				row[x] = w.Rows[x][x] // a list has no staying
				w.compare(&f, row, w.Rows[x], "a move to %s is listed with %s, and in its row has %s")
			}
			rows.Push(got, q)
		}
		if pushes {
			pusher.PushBlock(got, q)
		}
		for k := range 8 {
			sums := make([]float64, n)
			pushed := make([]float64, n)
			for x, row := range w.Rows {
				floats.AddScaled(sums, q[x][k]/float64(k+1), row)
				pushed[x] = got[x][k] / float64(k+1)
			}
			w.compare(&f, pushed, sums, "%s is pushed side by side %s, and by the rows %s")
		}
		w.pushBands(&f, q)
	}
	return f.Finding(PushBlock, or(absolutely*float64(n), float64(w.Slack)))
}

// pushBands compares the measures q that the operator pushes along bands, if it has any, with the rows.
func (w *Written) pushBands(f *Worst, q lanes.Block) {
	n := len(q)
	pusher, ok := w.op.(chains.BandPusher)
	from := lanes.NewMeasures(n)
	to := lanes.NewMeasures(n)
	from.From(q)
	if !ok || !pusher.PushBands(to, from) {
		return
	}
	for k := range lanes.OfAll {
		sums := make([]float64, n)
		pushed := make([]float64, n)
		for x, row := range w.Rows {
			floats.AddScaled(sums, q[x][k]/float64(k+1), row)
			pushed[x] = to.Of(k)[x] / float64(k+1)
		}
		w.compare(f, pushed, sums, "%s is pushed along bands %s, and by the rows %s")
	}
}

// PushSlope compares PushSlope, if the operator has it, with a difference quotient of
// Push over three levels close together, forward of this one. The quotient is of second
// order: it is off by the square of the distance h, and by rounding over h. If two
// cells change order on the way, some kernels have a corner there, and nothing is
// compared.
func (w *Written) PushSlope(b chains.Bridge, l *chains.Level) Finding {
	const h = 1e-5
	var f Worst
	smooth, ok := w.op.(chains.Differentiable)
	if !ok || l.Beta == 1 || crosses(l, 2*h) {
		return f.Finding(PushSlope, 0)
	}
	n := len(w.P)
	rate := make([]float64, n)
	got := make([]float64, n)
	b.Slope(rate, l.Beta)
	size := floats.Norm(rate, math.Inf(1))
	w.op.Aim(l)
	smooth.PushSlope(got, signed(n), rate)
	t, beta := l.T, l.Beta
	var pushed [3][]float64
	for i := range pushed {
		pushed[i] = make([]float64, n)
		l.Move(t, beta+h*float64(i))
		w.op.Aim(l)
		w.op.Push(pushed[i], signed(n))
	}
	l.Move(t, beta)
	w.op.Aim(l)
	for y, v := range got {
		want := (4*pushed[1][y] - pushed[2][y] - 3*pushed[0][y]) / (2 * h)
		if f.See(math.Abs(v - want)) {
			f.At("rate of change of the mass of %s: %.9g instead of %.9g", w.cell(y), v, want)
		}
	}
	return f.Finding(PushSlope, 1e-8*(1+size*size*size))
}

// crosses reports whether two cells of different density change order before beta
// has grown by h.
func crosses(l *chains.Level, h float64) bool {
	t := l.T
	beta := l.Beta
	here := slices.Clone(l.LogF())
	l.Move(t, beta+h)
	there := slices.Clone(l.LogF())
	l.Move(t, beta)
	for x := range here {
		for y := range here {
			if here[x] < here[y] && there[x] >= there[y] {
				return true
			}
		}
	}
	return false
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
	q := make([]float64, len(w.P))
	pushed := make([]float64, len(w.P))
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
