package kernels

import (
	"gonum.org/v1/gonum/floats"

	"breadboard/chains"
	"breadboard/chains/crew"
	"breadboard/chains/operators"
	"breadboard/grid"
)

// Perfect draws from p_t, wherever it was: J is 0, and B is the sum of the Jeffreys
// divergences of neighbouring levels. The kinds of axes play no part.
type Perfect struct{}

func (Perfect) On(g grid.Grid) chains.Operator { return &perfect{n: g.Size()} }

// Definition redraws the only line of all cells.
func (Perfect) Definition(g grid.Grid) chains.Definition {
	return chains.Redrawn{Grid: grid.New(g.Size())}
}

// Facts counts all other cells.
func (Perfect) Facts(g grid.Grid) chains.Facts {
	return chains.Facts{Cost: others(g), Moves: others(g)}
}

type perfect struct {
	n     int
	level *chains.Level
	p     []float64 // nil until it is needed
	cold  bool      // p belongs to an earlier level
}

func (o *perfect) Reversal() chains.Operator { return o }

func (o *perfect) Aim(l *chains.Level) { o.level, o.cold = l, true }

// density is p_t, computed once a level.
func (o *perfect) density() []float64 {
	if !o.cold {
		return o.p
	}
	o.cold = false
	if o.p == nil {
		o.p = make([]float64, o.n)
	}
	if o.level.P != nil {
		floats.ScaleTo(o.p, 1/floats.Sum(o.level.P), o.level.P)
		return o.p
	}
	return chains.Normalize(o.p, o.level.LogF())
}

func (o *perfect) Row(x int, visit func(y int, p float64)) {
	for y, p := range o.density() {
		if y != x && p > 0 {
			visit(y, p)
		}
	}
}

// Stay is p_t(x).
func (o *perfect) Stay(x int) float64 { return o.density()[x] }

func (o *perfect) Step(_ int, d chains.Dice) int { return d.Pick(o.density()) }

func (o *perfect) Push(dst, q []float64) { floats.ScaleTo(dst, floats.Sum(q), o.density()) }

// PushLaw is Push, which subtracts nothing.
func (o *perfect) PushLaw(dst, q []float64) { o.Push(dst, q) }

func (o *perfect) Pull(dst, f []float64) {
	mean := floats.Dot(o.density(), f)
	for x := range dst {
		dst[x] = mean
	}
}

// PullPair takes the means under p, summed piece by piece. It takes the share of f off base first: with base = f and
// share = 1 that leaves 0, and the mean has all its digits even if f(x) is 1e22.
func (o *perfect) PullPair(dst, base, f *chains.Pair, share float64) {
	p := o.level.P
	sum := crew.Reduce(o.n, func(from, to int) [3]float64 { // the mass and both sums of a piece
		var mass, m0, m1 float64
		for x := from; x < to; x++ {
			mass += p[x]
			m0 += p[x] * f[0][x]
			m1 += p[x] * f[1][x]
		}
		return [3]float64{mass, m0, m1}
	}, func(a, b [3]float64) [3]float64 { return [3]float64{a[0] + b[0], a[1] + b[1], a[2] + b[2]} })
	crew.Parallel(o.n, func(from, to int) {
		for k := range 2 {
			mean := sum[k+1] / sum[0]
			dst := dst[k]
			base := base[k]
			f := f[k]
			for x := from; x < to; x++ {
				dst[x] = (base[x] - share*f[x]) + share*mean
			}
		}
	})
}

// PushSlope: p changes at the rate p (slope - mean of slope).
func (o *perfect) PushSlope(dst, q, slope []float64) {
	on := floats.Sum(q)
	mean := floats.Dot(o.density(), slope)
	for x, p := range o.density() {
		dst[x] = on * p * (slope[x] - mean)
	}
}

// Identity never moves: annealing becomes plain importance sampling, and
// J = B = J(p_1, p_T).
type Identity struct{}

func (Identity) On(g grid.Grid) chains.Operator { return operators.NewProduct(nil, g.Size()) }

func (Identity) Definition(grid.Grid) chains.Definition { return chains.InTurn{} }

func (Identity) Facts(grid.Grid) chains.Facts { return chains.Facts{} }
