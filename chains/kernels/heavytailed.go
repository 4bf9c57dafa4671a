package kernels

import (
	"fmt"

	"breadboard/chains"
	"breadboard/chains/numbers"
	"breadboard/chains/operators"
	"breadboard/grid"
)

// Cauchy is Metropolis with a heavy-tailed proposal. Along a random axis, each as probable, it proposes m cells back or
// forth with probability proportional to 1/(1 + (m/Scale)²): the density of a Cauchy law at the whole numbers. Most
// steps are short, and some cross the whole box.
//
// m is not 0, and shorter than the axis: a longer step would leave the box from everywhere. What m is proposed with
// does not depend on the cell, so the proposal is symmetric, and y is accepted with min(1, f(y)/f(x)). A step off the
// end of a line is rejected, and so is a wall. On a ring the step goes on round: m cells forth and the length less m
// cells back lead to the same cell, and both count. A spin is flipped.
type Cauchy struct{ Scale float64 }

// Laplace is like Cauchy, with probabilities proportional to exp(-|m|/Scale): a geometric law of the length.
type Laplace struct{ Scale float64 }

// Fits refuses three labels and more: they are not more or less far from each other.
func (Cauchy) Fits(g grid.Grid) error  { return ordered(g) }
func (Laplace) Fits(g grid.Grid) error { return ordered(g) }

// On returns the operator on g. It panics if the scale is not from 0.25 to 64.
func (k Cauchy) On(g grid.Grid) chains.Operator  { return jumping(g, k.Definition(g)) }
func (k Laplace) On(g grid.Grid) chains.Operator { return jumping(g, k.Definition(g)) }

func jumping(g grid.Grid, of chains.Definition) chains.Operator {
	o := operators.NewWritten(g, operators.WallsOf(g), of)
	o.PullsBy(o.PullRows)
	return o
}

// Definition panics if the scale is not from 0.25 to 64.
func (k Cauchy) Definition(g grid.Grid) chains.Definition {
	return jumps(g, k.Scale, cauchy[numbers.Float], cauchy[*numbers.Interval])
}

func (k Laplace) Definition(g grid.Grid) chains.Definition {
	return jumps(g, k.Scale, laplace[numbers.Float], laplace[*numbers.Interval])
}

// Facts counts the proposal.
func (Cauchy) Facts(g grid.Grid) chains.Facts  { return written(1, reach(g, g.Size()), 0) }
func (Laplace) Facts(g grid.Grid) chains.Facts { return written(1, reach(g, g.Size()), 0) }

// validScale reports whether steps may have this scale. With a smaller one a second cell is hardly ever proposed, and
// with a larger one all lengths are alike on any box of a few hundred cells.
func validScale(scale float64) bool { return scale >= 0.25 && scale <= 64 }

// heavy is the family of a kernel by its scale.
func heavy(of func(scale float64) chains.Kernel) Family {
	return Family{Param: "SCALE", Takes: "a number from 0.25 to 64", Example: "1.5", Valid: validScale, Of: of}
}

// A tail is what steps of m cells, m > 0, are proportional to.
type tail[N any] func(v chains.View[N], m, scale N) N

func cauchy[N numbers.Number[N]](v chains.View[N], m, scale N) N {
	square := scale.Times(scale)
	return square.Over(square.Plus(m.Times(m)))
}

func laplace[N numbers.Number[N]](v chains.View[N], m, scale N) N {
	return v.Exp(v.Num(0).Minus(m.Over(scale)))
}

func jumps(g grid.Grid, scale float64, float tail[numbers.Float], interval tail[*numbers.Interval]) chains.Outcomes {
	if !validScale(scale) {
		panic(fmt.Sprintf("kernels: steps of the scale %v", scale))
	}
	return chains.Outcomes{Out: g.Axes(), Float: jumpsBy(g, scale, float), Interval: jumpsBy(g, scale, interval)}
}

func jumpsBy[N numbers.Number[N]](g grid.Grid, scale float64, of tail[N]) chains.Rule[N] {
	return func(v chains.View[N]) chains.Row[N] {
		one, laws := v.Num(1), make([][]N, g.Axes()) // of each step one way along an axis, from 1 cell on
		for a := range laws {
			sum := v.Num(0)
			for m := 1; m < g.Len(a); m++ {
				p := of(v, v.Num(float64(m)), v.Num(scale))
				laws[a] = append(laws[a], p)
				for range g.Ways(a) {
					sum = sum.Plus(p)
				}
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
