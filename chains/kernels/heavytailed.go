package kernels

import (
	"fmt"

	"breadboard/chains"
	"breadboard/chains/numbers"
	"breadboard/chains/operators"
	"breadboard/grid"
)

// Jumps is Metropolis with steps of any length: the random walks of Turner and Neal (2017, Section 4.4), along one axis
// at a time. Along a random axis, each as probable, it proposes m cells back or forth by the density of a Cauchy, a
// Laplace or a Gaussian law at the whole numbers, m not 0 and shorter than the axis: a longer step would
// leave the box from everywhere. What m is proposed with does not depend on the cell, so the proposal is symmetric, and
// y is accepted with min(1, f(y)/f(x)). A step off the end of a line is rejected, and so is a wall. On a ring the step
// goes on round: m cells forth and the length less m back lead to the same cell, and both count. A spin is flipped.
type Jumps struct {
	Tail  Tail
	Scale float64 // in cells
}

// A Tail is what a step of m cells is proposed in proportion to.
type Tail int

const (
	Cauchy  Tail = iota // 1/(1 + (m/Scale)²): most steps are short, and some cross the whole box
	Laplace             // exp(-|m|/Scale): a geometric law of the length
	Gauss               // exp(-m²/2 Scale²): no step is much longer than Scale
)

// Fits refuses three labels and more: they are not more or less far from each other.
func (Jumps) Fits(g grid.Grid) error { return ordered(g) }

// On returns the operator on g. It panics if Definition does.
func (k Jumps) On(g grid.Grid) chains.Operator {
	o := operators.NewWritten(g, operators.WallsOf(g), k.Definition(g))
	o.PullsBy(o.PullRows)
	return o
}

// Definition panics if the scale is not from 0.25 to 64.
func (k Jumps) Definition(g grid.Grid) chains.Definition {
	if !validScale(k.Scale) {
		panic(fmt.Sprintf("kernels: steps of the scale %v", k.Scale))
	}
	return chains.Outcomes{
		Out:      g.Axes(),
		Float:    jumping[numbers.Float](g, k),
		Interval: jumping[*numbers.Interval](g, k),
		Wide:     jumping[numbers.Wide](g, k),
		Single:   jumping[numbers.Float](g, k),
	}
}

// Facts counts the proposal.
func (Jumps) Facts(g grid.Grid) chains.Facts {
	far := reach(g, g.Size())
	return summed(written(1, far, 0), byRows*far)
}

// validScale: with a smaller scale one cell is nearly always proposed, and with a larger one all lengths are alike.
func validScale(scale float64) bool { return scale >= 0.25 && scale <= 64 }

// jumps is the family of a tail.
func jumps(t Tail) Family {
	return Family{Param: "SCALE", Takes: "a number from 0.25 to 64", Example: "1.5", Valid: validScale,
		Spacing: chains.Ratios, Of: func(scale float64) chains.Kernel { return Jumps{t, scale} }}
}

// withHamiltonian is the family of a random walk of each scale mixed with trajectories, as Turner and Neal mix theirs
// with NUTS: a cheap step and a dear one that goes far.
func withHamiltonian() Family {
	f := jumps(Gauss)
	f.Of = func(scale float64) chains.Kernel {
		return Mixture{Weights: []float64{0.5, 0.5},
			Kernels: []chains.Kernel{Jumps{Gauss, scale}, Hamiltonian{Steps: 3, Size: 1.5}}}
	}
	return f
}

func jumping[N numbers.Number[N]](g grid.Grid, k Jumps) chains.Rule[N] {
	return func(v chains.View[N]) chains.Row[N] {
		one, laws := v.Num(1), make([][]N, g.Axes()) // of each step one way along an axis, from 1 cell on
		for a := range laws {
			sum := v.Num(0)
			for m := 1; m < g.Len(a); m++ {
				far := v.Num(float64(m)).Over(v.Num(k.Scale))
				p := density(k.Tail, v, far)
				laws[a] = append(laws[a], p)
				sum = sum.Plus(p.Times(v.Num(float64(g.Ways(a)))))
			}
			for i, p := range laws[a] {
				laws[a][i] = p.Over(sum)
			}
		}
		return func(x int, visit func(y int, weight N)) {
			for a, law := range laws {
				if len(law) == 0 {
					visit(x, one)
				}
				for i, p := range law {
					for way := range g.Ways(a) {
						y, ok := g.Along(x, a, (2*way-1)*(i+1))
						if !ok || !v.Open(y) {
							visit(x, p)
							continue
						}
						accept, reject := v.Metropolis(x, y)
						visit(y, p.Times(accept))
						visit(x, p.Times(reject))
					}
				}
			}
		}
	}
}

// density is the weight with which a step of so many scales is proposed, up to a factor.
func density[N numbers.Number[N]](t Tail, v chains.View[N], far N) N {
	switch t {
	case Laplace:
		return v.Exp(v.Num(0).Minus(far))
	case Gauss:
		return v.Exp(v.Num(0).Minus(far.Times(far)).Over(v.Num(2)))
	}
	return v.Num(1).Over(v.Num(1).Plus(far.Times(far)))
}
