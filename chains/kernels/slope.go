package kernels

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"breadboard/chains"
	"breadboard/chains/numbers"
	"breadboard/chains/operators"
	"breadboard/grid"
)

// A Slope is the gradient of a target's log f, of which its cells alone know nothing: log f is extended to real numbers
// between them by its formula. Each site, which is an axis, becomes a vector x_i that has 1 for the value that it takes
// and 0 for all others (one-hot). Of bonds log f is
//
//	the sum over bonds of J x_i·x_k,
//
// to which a field of each site adds h_i·x_i; and of a restricted Boltzmann machine, with v_i for the entry of x_i that
// says that unit i is on,
//
//	b·v + sum_j log(1 + exp(c_j + sum_i v_i W_ij)).
//
// What log f gains from x to y is guessed to first order: the gradient in x times y - x. The sum over bonds is linear
// in each site. So its guess is right where one site changes, and so it is for spins that are -1 and 1. That of a
// machine is not: each of its hidden units bends log f.
type Slope struct {
	grid            grid.Grid
	ends            [][]bondEnd // by site
	fields          [][]float64 // beside bonds, by site and value; nil if there are none
	visible, hidden []float64
	weights         [][]float64
	steepest        float64 // no guess or field of a hidden unit is larger
	joint           bool
}

// A bondEnd is a bond as one of its sites sees it.
type bondEnd struct {
	other    int
	coupling float64
}

// SlopeOfBonds is that of a sum over bonds, as they are given to NewBonds. It panics if a bond does not join two axes
// of g by a finite coupling.
func SlopeOfBonds(g grid.Grid, bonds []Bond) *Slope {
	s := &Slope{grid: g, ends: make([][]bondEnd, g.Axes())}
	sizes := make([]float64, g.Axes())
	for _, b := range bonds {
		b.check(g)
		for i, site := range b.Sites {
			s.ends[site] = append(s.ends[site], bondEnd{b.Sites[1-i], b.Coupling})
			sizes[site] += math.Abs(b.Coupling)
		}
	}
	s.steepest = slices.Max(sizes)
	return s
}

// In returns the slope of a sum over bonds and of fields, as Bonds.In has them; without fields the same slope.
func (s *Slope) In(fields [][]float64) *Slope {
	if fields == nil {
		return s
	}
	in := *s
	in.fields = fields
	for _, site := range fields {
		in.steepest = max(in.steepest, s.steepest+slices.Max(site)-slices.Min(site))
	}
	return &in
}

// SlopeOfMachine is that of a restricted Boltzmann machine, of whose visible units each is an axis of length 2. It
// panics unless there are as many axes as visible units, and a row of weights for each of these with a weight in it for
// each hidden unit.
func SlopeOfMachine(g grid.Grid, visible, hidden []float64, weights [][]float64) *Slope {
	short := slices.ContainsFunc(weights, func(row []float64) bool { return len(row) != len(hidden) })
	if g.Axes() != len(visible) || g.Size() != 1<<len(visible) || len(weights) != len(visible) || short {
		panic(fmt.Sprintf("kernels: %d biases and %d rows of weights on %v", len(visible), len(weights), g))
	}
	s := &Slope{grid: g, ends: make([][]bondEnd, g.Axes()), visible: visible, hidden: hidden, weights: weights}
	fields := make([]float64, len(hidden))
	for j, bias := range hidden {
		fields[j] = math.Abs(bias)
	}
	for i, row := range weights {
		guess := math.Abs(visible[i])
		for j, w := range row {
			guess += math.Abs(w)
			fields[j] += math.Abs(w)
		}
		s.steepest = max(s.steepest, guess)
	}
	s.steepest = max(s.steepest, slices.Max(append(fields, 0)))
	return s
}

// AlongJoint is the slope of the densities of the bridge joint. Those are machines whose biases and weights are
// multiplied by beta, where the geometric bridge has log f times beta.
func (s *Slope) AlongJoint() *Slope {
	along := *s
	along.joint = true
	return &along
}

// mostSteep is the largest slope. The exponents of a row are at most a few times as large, and a proof has none above
// 2^24.
const mostSteep = 4e6

// fits returns why a kernel with this slope has no form on a grid, or nil.
func (s *Slope) fits(g grid.Grid) error {
	switch {
	case s == nil:
		return errors.New("it guesses by the gradient of log f, and there is none")
	case !slices.Equal(g.Lens(), s.grid.Lens()):
		return fmt.Errorf("its gradient is that of a target on %v", s.grid)
	case !(s.steepest <= mostSteep):
		return fmt.Errorf("its guesses reach %.3g nats, and up to %.3g would do", s.steepest, float64(mostSteep))
	}
	return nil
}

// Guess is what log f of a level at this inverse temperature gains from x to y, by the gradient in a cell.
func (s *Slope) Guess(beta float64, in, x, y int) (gain float64) {
	o := newGradient[numbers.Float](s)
	o.v = operators.NewView(s.grid)
	o.beta = numbers.Float(beta)
	o.take(in)
	for a := range s.grid.Axes() {
		gain += float64(o.gain(a, s.grid.Coord(x, a), s.grid.Coord(y, a)))
	}
	return gain
}

// A gradient is that of log f of a level, in one cell.
type gradient[N numbers.Number[N]] struct {
	*Slope
	v    chains.View[N]
	beta N
	in   []int // the values of the sites of that cell
	// by hidden unit: its field, also in float64, and the probability that it is on there and in a neighbour
	fields, on, there []N
	rough             []float64
}

func newGradient[N numbers.Number[N]](s *Slope) gradient[N] {
	n := len(s.hidden)
	return gradient[N]{Slope: s, in: make([]int, s.grid.Axes()), fields: make([]N, n), on: make([]N, n),
		there: make([]N, n), rough: make([]float64, n)}
}

// aim turns it to a level.
func (o *gradient[N]) aim(v chains.View[N]) {
	_, beta := v.Place()
	o.v = v
	o.beta = v.Num(beta)
}

// take takes the gradient in x.
func (o *gradient[N]) take(x int) {
	for site := range o.in {
		o.in[site] = o.grid.Coord(x, site)
	}
	for j, bias := range o.hidden {
		o.fields[j] = o.v.Num(bias)
		o.rough[j] = bias
	}
	for i, row := range o.weights {
		if o.in[i] == 0 {
			continue
		}
		for j, w := range row {
			o.fields[j] = o.fields[j].Plus(o.v.Num(w))
			o.rough[j] += w
		}
	}
	for j, field := range o.fields {
		o.on[j] = o.chance(field, o.rough[j])
	}
}

// chance is the probability that a hidden unit is on.
func (o *gradient[N]) chance(field N, rough float64) N {
	if o.joint {
		field = field.Times(o.beta)
	}
	_, on := logistic(o.v, field, rough)
	return on
}

// gain is the gradient times the change of one site from a value to another.
func (o *gradient[N]) gain(site, from, to int) N {
	sum := o.alongBonds(site, from, to)
	if o.visible != nil {
		sum = sum.Plus(o.steep(site, o.on).Times(o.v.Num(float64(to - from))))
	}
	return sum.Times(o.beta)
}

// back is what there is to gain by going back from the cell where one site has another value, by the gradient there.
func (o *gradient[N]) back(site, to int) N {
	from := o.in[site]
	sum := o.alongBonds(site, to, from) // a site has no bond to itself
	if o.visible != nil {
		for j, w := range o.weights[site] {
			more := float64(to-from) * w
			o.there[j] = o.chance(o.fields[j].Plus(o.v.Num(more)), o.rough[j]+more)
		}
		sum = sum.Plus(o.steep(site, o.there).Times(o.v.Num(float64(from - to))))
	}
	return sum.Times(o.beta)
}

// alongBonds is the part of the bonds and of the field of a site.
func (o *gradient[N]) alongBonds(site, from, to int) N {
	sum := o.v.Num(0)
	if from == to {
		return sum
	}
	if o.Slope.fields != nil {
		here := o.Slope.fields[site]
		sum = o.v.Num(here[to]).Minus(o.v.Num(here[from]))
	}
	for _, b := range o.ends[site] {
		switch o.in[b.other] {
		case to:
			sum = sum.Plus(o.v.Num(b.coupling))
		case from:
			sum = sum.Minus(o.v.Num(b.coupling))
		}
	}
	return sum
}

// steep is the derivative of log f by a visible unit, where hidden units are on with these probabilities.
func (o *gradient[N]) steep(unit int, on []N) N {
	sum := o.v.Num(o.visible[unit])
	for j, w := range o.weights[unit] {
		sum = sum.Plus(on[j].Times(o.v.Num(w)))
	}
	return sum
}
