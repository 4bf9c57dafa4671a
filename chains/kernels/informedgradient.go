package kernels

import (
	"breadboard/chains"
	"breadboard/chains/numbers"
	"breadboard/chains/operators"
	"breadboard/grid"
)

// InformedGradient is Gibbs-with-gradients of Grathwohl, Swersky, Hashemi, Duvenaud and Maddison (2021, "Oops I took a
// gradient: scalable sampling for discrete distributions"). It is Informed by the root, with a guess in place of the
// densities of all neighbours: d(x,y) is what log f gains from x to y by its gradient in x (Slope). A neighbour y is
// proposed with probability
//
//	q(x,y) = K(x,y) exp(d(x,y)/2) / Z(x),   Z(x) = the sum over all neighbours z of K(x,z) exp(d(x,z)/2),
//
// and accepted with min(1, f(y) q(y,x) / f(x) q(x,y)), where q(y,x) is by the gradient in y. The flow
//
//	f(x) T(x,y) = min(f(x) q(x,y), f(y) q(y,x))
//
// is symmetric, so the kernel is reversible, whatever is guessed. Where the guess is right, as for bonds, d(y,x) is
// -d(x,y), the ratio is Z(x)/Z(y), and the kernel is Informed by the root. A walker without neighbours stays, and from
// a cell without mass all is accepted.
//
// The guess is that of a level of the geometric bridge from the uniform density, where log f is that of the target
// times beta, or of the bridge joint (Slope.AlongJoint). It does not look at log f. Tables have no gradient, and it
// invents none.
type InformedGradient struct{ Slope *Slope }

// A Sloped kernel goes by the gradient of a target's log f, and has no form before it is given it.
type Sloped interface {
	chains.Kernel
	OnSlope(s *Slope) chains.Kernel
	// Along is the gradient that it was given; nil if it was given none.
	Along() *Slope
}

func (InformedGradient) OnSlope(s *Slope) chains.Kernel { return InformedGradient{s} }

func (k InformedGradient) Along() *Slope { return k.Slope }

// ByBeta says that the guess is by beta alone.
func (InformedGradient) ByBeta() bool { return true }

// Fits refuses all grids without a gradient, and all but that of the gradient.
func (k InformedGradient) Fits(g grid.Grid) error { return k.Slope.fits(g) }

// On returns the operator on g. It panics if Definition does.
func (k InformedGradient) On(g grid.Grid) chains.Operator {
	o := operators.NewWritten(g, operators.WallsOf(g), k.Definition(g))
	o.PullsBy(o.PullRows)
	return o
}

// Definition panics if Fits refuses.
func (k InformedGradient) Definition(g grid.Grid) chains.Definition {
	if err := k.Fits(g); err != nil {
		panic("kernels: " + err.Error())
	}
	return chains.Outcomes{
		Out:      1,
		Kept:     informedKept,
		Float:    newGuessing[numbers.Float](g, k.Slope).at,
		Interval: newGuessing[*numbers.Interval](g, k.Slope).at,
		Wide:     newGuessing[numbers.Wide](g, k.Slope).at,
		Single:   newGuessing[numbers.Float](g, k.Slope).single,
	}
}

// Facts counts a gradient by its differences: the neighbours of x, one of which is proposed, and those of that one but
// x, as Informed does. That is what a program takes that can only ask for log f, and by it two kernels that are the
// same on bonds cost the same. A program that is given gradients for the price of one log density takes three: the
// gradients in x and in y, and log f(y).
func (k InformedGradient) Facts(g grid.Grid) chains.Facts {
	facts := Informed{}.Facts(g)
	if k.Slope != nil {
		const each = 2 // a neighbour has a field of each hidden unit, with an exponential
		facts.Terms *= float64(1 + each*len(k.Slope.hidden))
	}
	return facts
}

// guessing has Z by cell. As in informed the greatest weight is taken out, that of the greatest guess t:
//
//	Z(x) = exp(t/2) sum(x),   sum(x) = the sum over all neighbours of K(x,y) exp((d(x,y) - t)/2).
type guessing[N numbers.Number[N]] struct {
	vicinity[N]
	one, two N
	eachCell[guessed[N]]
	seeing guesses[N] // of the cell that is seen
	rowing guesses[N] // of the cell whose row is made
}

// guesses are the neighbours of a cell, and for each what log f gains there by the gradient in the cell.
type guesses[N numbers.Number[N]] struct {
	gradient[N]
	to    []neighbour
	gains []N
}

// A guessed is what a cell knows of its neighbours.
type guessed[N any] struct {
	leads    bool // to a neighbour
	top, sum N
}

func newGuessing[N numbers.Number[N]](g grid.Grid, s *Slope) *guessing[N] {
	o := &guessing[N]{vicinity: newVicinity[N](g, nil)}
	o.seeing.gradient = newGradient[N](s)
	o.rowing.gradient = newGradient[N](s)
	o.eachCell = newEachCell(g.Size(), o.see)
	return o
}

// at finds Z at a level.
func (o *guessing[N]) at(v chains.View[N]) chains.Row[N] {
	row := o.single(v)
	o.findAll(o.states)
	return row
}

// single knows no cell beforehand.
func (o *guessing[N]) single(v chains.View[N]) chains.Row[N] {
	o.v = v
	o.seeing.aim(v)
	o.rowing.aim(v)
	o.one, o.two = v.Num(1), v.Num(2)
	o.forget()
	return o.row
}

// guess finds d(x,y) of the neighbours of x.
func (o *guessing[N]) guess(all *guesses[N], x int) {
	all.take(x)
	all.to = o.around(all.to[:0], x)
	all.gains = all.gains[:0]
	for _, y := range all.to {
		all.gains = append(all.gains, all.gain(y.axis, all.in[y.axis], y.at))
	}
}

// see finds Z of a cell.
func (o *guessing[N]) see(x int) guessed[N] {
	o.guess(&o.seeing, x)
	found := guessed[N]{top: o.v.Num(0), sum: o.v.Num(0)}
	for _, d := range o.seeing.gains {
		if !found.leads || d.Compare(found.top) > 0 {
			found.leads = true
			found.top = d
		}
	}
	for i, y := range o.seeing.to {
		found.sum = found.sum.Plus(o.weight(y, o.seeing.gains[i], found.top))
	}
	return found
}

// weight is K(x,y) exp((d(x,y) - t)/2), with K in moves.
func (o *guessing[N]) weight(to neighbour, gain, top N) N {
	return o.v.Exp(gain.Minus(top).Over(o.two)).Times(o.v.Num(float64(to.moves)))
}

func (o *guessing[N]) row(x int, visit func(y int, weight N)) {
	here := o.of(x)
	if !here.leads {
		visit(x, o.one)
		return
	}
	o.guess(&o.rowing, x)
	for i, to := range o.rowing.to {
		forth := o.rowing.gains[i]
		proposed := o.weight(to, forth, here.top).Over(here.sum)
		there := o.of(to.cell)
		if !o.v.Has(x) || !there.leads { // or x is a wall that has mass
			visit(to.cell, proposed)
			continue
		}
		back := o.rowing.back(to.axis, to.at)
		halves := back.Minus(forth).Plus(here.top).Minus(there.top).Over(o.two)
		ratio := o.v.Exp(o.v.Rise(x, to.cell).Plus(halves)).Times(here.sum).Over(there.sum)
		accepted := ratio.Min(o.one)
		visit(to.cell, proposed.Times(accepted))
		visit(x, proposed.Times(o.one.Rest(accepted)))
	}
}
