package chaintest

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/floats"

	"breadboard/chains"
	"breadboard/chains/enumerate"
)

// OperatorBreaches checks what an operator promises, at several levels of the
// place's bridge in turn, so that one that remembers too much is found out.
func OperatorBreaches(k chains.Kernel, at Place) []Breach {
	g, bridge := chains.Extend(k, at.Grid, chains.Geometric{From: at.From, To: at.To})
	l := chains.NewLevel(bridge, g.Size())
	op := k.On(g)
	var found []Breach
	for i, beta := range []float64{0, 1, 0.35} {
		l.Move(i+1, beta)
		op.Aim(l)
		b := &breaches{scene: fmt.Sprintf("%s at beta = %g", at.Name, beta)}
		p := density(l)
		rows := b.rows(rowsLaw, op, p)
		back := b.rows(backRowsLaw, op.Reversal(), p)
		b.invariance(rows, p)
		b.reversal(rows, back, p)
		b.pushes(pushLaw, pullLaw, op, rows)
		b.pushes(backPushLaw, backPullLaw, op.Reversal(), back)
		b.steps(stepLaw, op, rows)
		b.steps(backStepLaw, op.Reversal(), back)
		b.byMass(massLaw, op, l, p, rows)
		b.byMass(backMassLaw, op.Reversal(), l, p, back)
		b.pulledPair(pullPairLaw, op, l, p, rows)
		b.pulledPair(backPullPairLaw, op.Reversal(), l, p, back)
		b.slope(slopeLaw, op, bridge, l)
		b.slope(backSlopeLaw, op.Reversal(), bridge, l)
		found = append(found, b.found...)
	}
	return found
}

// density is p at the level.
func density(l *chains.Level) []float64 {
	p, top := make([]float64, len(l.LogF())), floats.Max(l.LogF())
	for x, v := range l.LogF() {
		p[x] = math.Exp(v - top)
	}
	floats.Scale(1/floats.Sum(p), p)
	return p
}

// rows writes the operator out as a matrix and checks that it is one of
// probabilities that leads to no cell without mass.
func (b *breaches) rows(of law, op chains.Operator, p []float64) [][]float64 {
	m := make([][]float64, len(p))
	for x := range m {
		m[x] = make([]float64, len(p))
		sum := 0.0
		op.Row(x, func(y int, q float64) {
			if !(q >= 0 && q <= 1+tolerance) {
				b.broken(of, math.Abs(q), "from cell %d to %d with probability %v", x, y, q)
			}
			if y == x || p[y] == 0 {
				b.equal(of, q, 0, 1, "from cell %d to %d, itself or a cell without mass", x, y)
			}
			m[x][y] += q
			sum += q
		})
		if !(sum <= 1) {
			b.equal(of, sum, 1, 1, "the row of cell %d sums to more than 1", x)
		}
		m[x][x] = max(1-sum, 0)
		if own, ok := op.(chains.Stayer); ok {
			b.equal(of, own.Stay(x), 1-sum, 1, "the probability of staying at %d", x)
		}
	}
	return m
}

// invariance is pT = p, relative to p, so that rare cells count.
func (b *breaches) invariance(rows [][]float64, p []float64) {
	for y := range p {
		in := 0.0
		for x := range p {
			in += p[x] * rows[x][y]
		}
		b.equal(invarianceLaw, in, p[y], p[y], "mass of cell %d after a step from p", y)
	}
}

// reversal is p(x) T(x,y) = p(y) T̃(y,x).
func (b *breaches) reversal(rows, back [][]float64, p []float64) {
	for x := range p {
		for y := range p {
			there, here := p[x]*rows[x][y], p[y]*back[y][x]
			// a probability of staying is what is left of 1, and good to 1e-16 of that
			b.equal(reversalLaw, there, here, max(there, here, 1e-4*p[x]), "flow from cell %d to %d", x, y)
		}
	}
}

// pushes holds Push and Pull to the rows, on every single cell and on a signed
// measure.
func (b *breaches) pushes(push, pull law, op chains.Operator, rows [][]float64) {
	n := len(rows)
	unit, out := make([]float64, n), make([]float64, n)
	for x := range n {
		clear(unit)
		unit[x] = 1
		op.Push(out, unit)
		for y, v := range out {
			b.equal(push, v, rows[x][y], 1, "mass sent from cell %d to %d", x, y)
		}
		op.Pull(out, unit)
		for y, v := range out {
			b.equal(pull, v, rows[y][x], 1, "probability of cell %d after a step from %d", x, y)
		}
	}
	op.Push(out, signed(n))
	for y, v := range out {
		want := 0.0
		for x, q := range signed(n) {
			want += q * rows[x][y]
		}
		b.equal(push, v, want, 1, "mass of cell %d after pushing a signed measure", y)
	}
}

// signed is a measure with no regularity.
func signed(n int) []float64 {
	q := make([]float64, n)
	for x := range q {
		q[x] = math.Sin(3*float64(x) + 1)
	}
	return q
}

// steps holds Step, walked by enumerating dice, to the rows.
func (b *breaches) steps(of law, op chains.Operator, rows [][]float64) {
	for x, row := range rows {
		to := enumerate.Law(func(d chains.Dice) int { return op.Step(x, d) })
		for y, p := range row {
			b.equal(of, to[y], p, 1, "probability of stepping from cell %d to %d", x, y)
		}
	}
}

// slope holds PushSlope, where there is one, to the difference quotient of Push
// over levels close together, forward of the one aimed at: with three, of second
// order, off by the square of their distance and by rounding over it. Places
// where two cells change order on the way, which is a corner to some kernels, are
// passed over.
func (b *breaches) slope(of law, op chains.Operator, bridge chains.Bridge, l *chains.Level) {
	smooth, ok := op.(chains.Differentiable)
	if !ok || l.Beta == 1 {
		return
	}
	n := len(l.LogF())
	rate, got, size := make([]float64, n), make([]float64, n), 0.0
	bridge.Slope(rate, l.Beta)
	for _, v := range rate {
		size = max(size, math.Abs(v))
	}
	const h = 1e-5
	if crosses(l, 2*h) {
		return
	}
	op.Aim(l)
	smooth.PushSlope(got, signed(n), rate)
	want, near := quotient(op, l, h), 1e-8*(1+size*size*size)
	for y, v := range got {
		if off := math.Abs(v - want[y]); !(off < near) {
			b.broken(of, off, "rate of change of the mass of cell %d: %.9g instead of %.9g", y, v, want[y])
		}
	}
}

// quotient is the derivative of the signed measure pushed, from three levels h
// apart. It leaves op aimed at l as it found it.
func quotient(op chains.Operator, l *chains.Level, h float64) []float64 {
	t, beta := l.T, l.Beta
	var pushed [3][]float64
	for i := range pushed {
		pushed[i] = make([]float64, len(l.LogF()))
		l.Move(t, beta+h*float64(i))
		op.Aim(l)
		op.Push(pushed[i], signed(len(pushed[i])))
	}
	l.Move(t, beta)
	op.Aim(l)
	for y := range pushed[0] {
		pushed[0][y] = (4*pushed[1][y] - pushed[2][y] - 3*pushed[0][y]) / (2 * h)
	}
	return pushed[0]
}

// crosses reports whether two cells of different density change order before beta
// has grown by h.
func crosses(l *chains.Level, h float64) bool {
	t, beta, here := l.T, l.Beta, append([]float64(nil), l.LogF()...)
	l.Move(t, beta+h)
	there := append([]float64(nil), l.LogF()...)
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
