package kernels

import (
	"errors"
	"fmt"
	"math"

	"breadboard/chains"
	"breadboard/chains/numbers"
	"breadboard/chains/operators"
	"breadboard/grid"
)

// BlockGibbs is the sampler of Salakhutdinov and Murray (2008) for the visible units of a restricted Boltzmann machine.
// From v it draws all hidden units h, which are independent given v, and then all visible ones given h. At inverse
// temperature β of the bridge Of
//
//	T(v,v') = the sum over h of P(h|v) P(v'|h),
//	P(h_j = 1|v) = 1/(1 + exp(-β (c_j + sum_i v_i W_ij))),   P(v_i = 1|h) = 1/(1 + exp(-β (b_i + sum_j W_ij h_j))).
//
// With f(v,h) for the joint density at β, f(v) T(v,v') is the sum over h of f(v,h) f(v',h) over the sum of f(v,h) over
// v. It is symmetric, so the kernel is reversible. It leaves the densities of the bridge Of invariant and those of no
// other, and rejects nothing.
type BlockGibbs struct {
	Of    *chains.Joint
	Drawn bool // steps are drawn, and nobody asks for rows
}

// mostHidden is the largest number of hidden units. A pull adds up the states of all units, and the rows of n cells n
// times as much: with 8 visible units and 10 hidden ones they take a third of a second a level. Where steps are drawn
// the state of the hidden units is the bits of a number.
const mostHidden, mostHiddenBits = 10, 62

// Along is the kernel along a bridge. The error says why there is none.
func (BlockGibbs) Along(b chains.Bridge) (chains.Kernel, error) {
	joint, ok := b.(*chains.Joint)
	if !ok {
		return nil, errOtherBridge
	}
	return BlockGibbs{Of: joint}, nil
}

// OnlySteps is the kernel without rows.
func (k BlockGibbs) OnlySteps() chains.Kernel { return BlockGibbs{Of: k.Of, Drawn: true} }

var errOtherBridge = errors.New("it draws the units of a restricted Boltzmann machine, and keeps the densities of " +
	"the bridge joint alone")

// Fits refuses all grids where the bridge is not known, and otherwise all but that of the visible units. It says how
// many hidden units would do.
func (k BlockGibbs) Fits(g grid.Grid) error {
	switch {
	case k.Of == nil:
		return errOtherBridge
	case g.Size() != len(k.Of.To) || g.Axes() != len(k.Of.Visible):
		return fmt.Errorf("the machine has %d visible units, each an axis of length 2", len(k.Of.Visible))
	case k.Drawn && len(k.Of.Hidden) <= mostHiddenBits:
		return nil
	case len(k.Of.Hidden) > mostHidden:
		return fmt.Errorf("a row adds up the states of the hidden units, and %d of them have 2^%d; up to %d hidden "+
			"units would do", len(k.Of.Hidden), len(k.Of.Hidden), mostHidden)
	}
	return nil
}

// On returns the operator on g. It panics if Definition does.
func (k BlockGibbs) On(g grid.Grid) chains.Operator {
	o := operators.NewWritten(g, operators.WallsOf(g), k.Definition(g))
	fast := &blockMeans{of: k.Of, op: o}
	o.PullsBy(fast.pull)
	return o
}

// Definition panics where the kernel has no form.
func (k BlockGibbs) Definition(g grid.Grid) chains.Definition {
	if err := k.Fits(g); err != nil {
		panic("kernels: " + err.Error())
	}
	return chains.Outcomes{
		Out:      1,
		Kept:     math.Ldexp(1, len(k.Of.Hidden)),
		Float:    newUnits[numbers.Float](k.Of).at,
		Interval: newUnits[*numbers.Interval](k.Of).at,
		Wide:     newUnits[numbers.Wide](k.Of).at,
		Draw:     drawnUnits(newUnits[numbers.Float](k.Of)),
	}
}

// Facts counts two log densities: to draw all hidden units takes the multiplications by the weights that one takes, and
// so it does to draw the visible ones. Without a bridge there are as many hidden units as there may be.
func (k BlockGibbs) Facts(g grid.Grid) chains.Facts {
	hidden := mostHidden
	if k.Of != nil {
		hidden = len(k.Of.Hidden)
	}
	facts := written(2, others(g), 16*float64(hidden))
	facts.Rows += math.Ldexp(1, hidden)
	facts.Paths = float64(g.Size()) * math.Ldexp(1, hidden)
	facts.Drawn = k.Drawn
	const each = 4 // a state of the hidden units is met with each visible one, twice
	return summed(facts, each*math.Ldexp(1, hidden)*float64(g.Axes()))
}

// units are a machine at a level. A state of units is a number whose highest bit is the first unit, as in the numbers
// of cells.
type units[N numbers.Number[N]] struct {
	of      *chains.Joint
	columns [][]float64 // the weights of each hidden unit
	v       chains.View[N]
	beta    N
	shown   [][]N // P(v|h), by h and by v
}

func newUnits[N numbers.Number[N]](of *chains.Joint) *units[N] {
	o := &units[N]{of: of, columns: make([][]float64, len(of.Hidden))}
	for j := range o.columns {
		for _, row := range of.Weights {
			o.columns[j] = append(o.columns[j], row[j])
		}
	}
	return o
}

// at finds the laws of the visible units at a level.
func (o *units[N]) at(v chains.View[N]) chains.Row[N] {
	o.aim(v)
	if o.shown == nil {
		o.shown = make([][]N, 1<<len(o.of.Hidden))
	}
	for h := range o.shown {
		o.shown[h] = o.law(o.of.Visible, o.of.Weights, h)
	}
	return o.row
}

// aim looks at a level.
func (o *units[N]) aim(v chains.View[N]) {
	_, beta := v.Place()
	o.v = v
	o.beta = v.Num(beta)
}

// row adds up P(h|x) P(y|h).
func (o *units[N]) row(x int, visit func(y int, weight N)) {
	hidden := o.law(o.of.Hidden, o.columns, x)
	for y := range o.of.To {
		sum := o.v.Num(0)
		for h, p := range hidden {
			sum = sum.Plus(p.Times(o.shown[h][y]))
		}
		visit(y, sum)
	}
}

// law is that of independent units, by their state, given the state of the other units. Each has a bias, and weights
// that join it to the others.
func (o *units[N]) law(biases []float64, weights [][]float64, others int) []N {
	law := []N{o.v.Num(1)} // of the first units
	for k, bias := range biases {
		off, on := o.chances(bias, weights[k], others)
		longer := make([]N, 0, 2*len(law))
		for _, p := range law {
			longer = append(longer, p.Times(off), p.Times(on))
		}
		law = longer
	}
	return law
}

// chances are the probabilities that one such unit is 0 and that it is 1.
func (o *units[N]) chances(bias float64, weights []float64, others int) (off, on N) {
	field, rough := o.v.Num(bias), bias
	for k, w := range weights {
		if others>>(len(weights)-1-k)&1 == 1 {
			field = field.Plus(o.v.Num(w))
			rough += w
		}
	}
	return logistic(o.v, field.Times(o.beta), rough)
}

// logistic is 1/(1 + exp(field)) and 1/(1 + exp(-field)). The sign of rough says that of the field, but for a rounding.
func logistic[N numbers.Number[N]](v chains.View[N], field N, rough float64) (off, on N) {
	one := v.Num(1)
	if rough > 0 { // the exponential of a large number is none
		less := v.Exp(v.Num(0).Minus(field))
		both := one.Plus(less)
		return less.Over(both), one.Over(both)
	}
	less := v.Exp(field)
	both := one.Plus(less)
	return one.Over(both), less.Over(both)
}

// drawnUnits draws the hidden units, and then the visible ones.
func drawnUnits(o *units[numbers.Float]) chains.Draws {
	return func(v chains.View[numbers.Float]) func(x int, d chains.Dice) int {
		o.aim(v)
		return func(x int, d chains.Dice) int {
			hidden := drawUnits(o, o.of.Hidden, o.columns, x, d)
			return drawUnits(o, o.of.Visible, o.of.Weights, hidden, d)
		}
	}
}

// drawUnits draws independent units given the state of the others, as law has them.
func drawUnits(o *units[numbers.Float], biases []float64, weights [][]float64, others int, d chains.Dice) (state int) {
	for k, bias := range biases {
		off, on := o.chances(bias, weights[k], others)
		state = 2*state + d.Pick([]float64{float64(off), float64(on)})
	}
	return state
}

// blockMeans pulls pairs by the masses p in two steps: the mean of f given h, which is by p(v) P(h|v), and the mean of
// these given v.
type blockMeans struct {
	of    *chains.Joint
	op    *operators.Written
	aimed int
	odds  [][2]float64 // by cell, and then by hidden unit: the probabilities of 0 and of 1
	given []float64    // P(h|x) of one cell
	sums  [3][]float64 // by h: of p(v) P(h|v), and of that times each f
}

// aim finds the probabilities of the hidden units at a level.
func (o *blockMeans) aim(n int) {
	if o.aimed == o.op.Aims {
		return
	}
	o.aimed = o.op.Aims
	hidden := len(o.of.Hidden)
	if o.odds == nil {
		o.odds = make([][2]float64, n*hidden)
		o.given = make([]float64, 1<<hidden)
		for k := range o.sums {
			o.sums[k] = make([]float64, 1<<hidden)
		}
	}
	for i := range o.odds {
		field := o.op.Level.Beta * o.of.Field(i/hidden, i%hidden)
		o.odds[i] = [2]float64{1 / (1 + math.Exp(field)), 1 / (1 + math.Exp(-field))}
	}
}

// hidden is P(h|x), by h.
func (o *blockMeans) hidden(x int) []float64 {
	n := len(o.of.Hidden)
	o.given[0] = 1
	for j, odds := range o.odds[x*n:][:n] {
		known := o.given[:1<<j]
		for h, p := range known {
			known[h] = p * odds[0]
			o.given[1<<j+h] = p * odds[1]
		}
	}
	return o.given
}

func (o *blockMeans) pull(dst, base, f *chains.Pair, p []float64, share float64) {
	o.aim(len(p))
	for _, sums := range o.sums {
		clear(sums)
	}
	mass := o.sums[0]
	mean0 := o.sums[1]
	mean1 := o.sums[2]
	for x, v := range p {
		for h, given := range o.hidden(x) {
			flow := v * given
			mass[h] += flow
			mean0[h] += flow * f[0][x]
			mean1[h] += flow * f[1][x]
		}
	}
	for h, all := range mass {
		mean0[h] /= all + operators.Least
		mean1[h] /= all + operators.Least
	}
	for x := range p {
		gain0 := 0.0
		gain1 := 0.0
		for h, given := range o.hidden(x) {
			gain0 += given * (mean0[h] - f[0][x])
			gain1 += given * (mean1[h] - f[1][x])
		}
		dst[0][x] = base[0][x] + share*gain0
		dst[1][x] = base[1][x] + share*gain1
	}
}
