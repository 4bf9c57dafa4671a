package lanes

import "math"

// A Block is eight measures, or functions, on the same cells: the eight numbers of a cell lie side by side. So one move
// of a kernel takes all eight along, and its probability is read once.
type Block = [][8]float64

// Rows are the rows of a kernel at one level, one after another: from cell x it moves to the cells
// To[From[x]:From[x+1]], none of them x, with the probabilities P there.
type Rows struct {
	From []int
	To   []int32
	P    []float64
}

// Of returns the row of a cell.
func (r *Rows) Of(x int) (to []int32, p []float64) {
	a, b := r.From[x], r.From[x+1]
	return r.To[a:b], r.P[a:b]
}

// Push sets dst to the measures q after a step: dst(y) = q(y) + Σ_x (q(x) P(x,y) - q(y) P(y,x)). Mass is moved by
// single flows, so that none is lost. dst and q do not overlap.
func (r *Rows) Push(dst, q Block) {
	n := len(q)
	if n == 0 {
		return
	}
	dst = dst[:n]
	if moves := r.From[n]; fast && moves > 0 {
		_, _ = r.To[moves-1], r.P[moves-1]
		pushAVX(&dst[0], &q[0], &r.From[0], &r.To[0], &r.P[0], n)
		return
	}
	r.plainPush(dst, q)
}

func (r *Rows) plainPush(dst, q Block) {
	copy(dst, q)
	for x := range q {
		here := &q[x]
		var left [8]float64
		to, p := r.Of(x)
		for i, y := range to {
			there := &dst[y]
			for k, mass := range here {
				flow := float64(mass * p[i])
				left[k] += flow
				there[k] += flow
			}
		}
		for k, mass := range left {
			dst[x][k] -= mass
		}
	}
}

// Redraw adds to dst what the measures q make of a line that is redrawn with the probability share: the cells first,
// first + stride, ... get the masses of all of them by their conditional. dst and q do not overlap.
func Redraw(dst, q Block, first, stride int, conditional []float64, share float64) {
	n := len(conditional)
	if n == 0 {
		return
	}
	_ = dst[first+(n-1)*stride]
	_ = q[first+(n-1)*stride]
	if fast {
		redrawAVX(&dst[first], &q[first], stride, &conditional[0], share, n)
		return
	}
	plainRedraw(dst, q, first, stride, conditional, share)
}

func plainRedraw(dst, q Block, first, stride int, conditional []float64, share float64) {
	on := [8]float64{}
	x := first
	for range conditional {
		for k, mass := range &q[x] {
			on[k] += mass
		}
		x += stride
	}
	x = first
	for _, p := range conditional {
		p *= share
		for k, mass := range on {
			dst[x][k] += float64(p * mass)
		}
		x += stride
	}
}

// Accept sets p to the probabilities of moves that are proposed with the probabilities each, from the cells x to the
// cells y, and accepted by the rule, where f has the masses of the cells:
//
//	Lesser    each min(1, f(y)/f(x))
//	Harmonic  each f(y)/(f(x) + f(y))
//
// A move to a cell without mass has none. All of the slices are as long as p.
func (c Conductance) Accept(p, each []float64, x, y []int32, f []float64) {
	n := len(p)
	each = each[:n]
	x = x[:n]
	y = y[:n]
	at := 0
	if whole := n &^ (wide - 1); fast && whole > 0 {
		acceptAVX(c, &p[0], &each[0], &x[0], &y[0], &f[0], whole)
		at = whole
	}
	c.plainAccept(p[at:], each[at:], x[at:], y[at:], f)
}

// AcceptAlong is Accept for moves from cells that lie one after another, with the masses here, each to one of there.
func (c Conductance) AcceptAlong(p, each, here, there []float64) {
	n := len(p)
	each = each[:n]
	here = here[:n]
	there = there[:n]
	at := 0
	if whole := n &^ (wide - 1); fast && whole > 0 {
		acceptAlongAVX(c, &p[0], &each[0], &here[0], &there[0], whole)
		at = whole
	}
	for i := at; i < n; i++ {
		p[i] = c.accept(each[i], here[i], there[i])
	}
}

// accept is the probability of a move that is proposed with this one, from a mass to another.
func (c Conductance) accept(propose, here, there float64) float64 {
	ratio := there / (here + Least)
	if c == Harmonic {
		return propose * (ratio / (1 + ratio))
	}
	return propose * min(ratio, 1)
}

func (c Conductance) plainAccept(p, each []float64, x, y []int32, f []float64) {
	for i, propose := range each {
		p[i] = c.accept(propose, f[x[i]], f[y[i]])
	}
}

// Exp sets dst to the exponentials of x, none of which is above 700: right to two units in the last place from -700 on,
// and 0 below. With x = k log 2 + r, |r| at most half of log 2, exp(x) is 2^k (1 + r + Expm1mx(r)).
func Exp(dst, x []float64) {
	n := len(x)
	dst = dst[:n]
	at := 0
	if whole := n &^ (wide - 1); fastWhole && whole > 0 {
		expAVX(&dst[0], &x[0], whole)
		at = whole
	}
	plainExp(dst[at:], x[at:])
}

const (
	leastExp = -700
	// log 2 in two parts: the first has so few digits that its product with k is exact
	log2High = 6.93147180369123816490e-01
	log2Low  = 1.90821492927058770002e-10
	// added to a number below 2^51 and taken off again it rounds to a whole one
	rounder = 0x1.8p52
)

func plainExp(dst, x []float64) {
	for i, v := range x {
		if !(v >= leastExp) {
			dst[i] = 0
			if v != v {
				dst[i] = v
			}
			continue
		}
		shifted := float64(v*math.Log2E) + rounder
		k := shifted - rounder
		r := v - float64(k*log2High)
		r -= float64(k * log2Low)
		one := 1 + (r + expm1mxBy(r, expTerms))
		dst[i] = math.Float64frombits(math.Float64bits(one) + math.Float64bits(shifted)<<52)
	}
}
