// Package surrogates draws densities that look like given ones and are all different: phase 2
// of Turner and Neal (2017) for small spaces.
//
//	parent --fit--> Mixture of Gaussians --draw, by a seed--> another Mixture --> lattice
//
// A mixture is fitted to a parent by expectation maximisation, with as many components as the
// Bayesian information criterion favours. A seed moves, turns and scales its components, and
// puts the result on a lattice of its own. One seed gives the same density everywhere.
package surrogates

import (
	"fmt"
	"math"
	"math/rand/v2"
	"sync"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"breadboard/grid"
	"breadboard/toys"
)

// A Family draws surrogates of given densities, its parents. A parent is fitted when the first
// of its surrogates is drawn.
type Family struct{ fits []func() Mixture }

// NewFamily returns the family of these parents.
func NewFamily(parents []func() toys.Target) (f Family) {
	for _, of := range parents {
		f.fits = append(f.fits, sync.OnceValue(func() Mixture {
			t := of()
			points := make([][]float64, t.Grid.Size())
			for x := range points {
				points[x] = make([]float64, t.Grid.Axes())
				for a := range points[x] {
					points[x][a] = float64(t.Grid.Coord(x, a))
				}
			}
			p, norm := make([]float64, len(points)), floats.LogSumExp(t.LogF)
			for x, v := range t.LogF {
				p[x] = math.Exp(v - norm)
			}
			return Fit(points, p)
		}))
	}
	return f
}

// Draw returns surrogate number n, from 1, of a parent. One in eight loses an axis, if it has two.
// The lattice reaches 2 to 3.5 standard deviations beyond every component, and the density is
// raised to the power e^N(0, 0.2).
func (f Family) Draw(parent, n int) toys.Target {
	rng := rand.New(rand.NewPCG(uint64(n), 0))
	m := f.fits[parent]().drawn(rng)
	if d := m.Axes(); d > 1 && rng.IntN(8) == 0 { // the last axis is integrated out
		for k, c := range m.Components {
			m.Components[k] = Component{c.Weight, c.Mean[:d-1], c.Cov.SliceSym(0, d-1).(*mat.SymDense)}
		}
	}
	// On one axis there are 20 to 49 cells, 7 to 10 on each of two, and 4 or 5 on each of three.
	least, span := []int{20, 7, 4}[m.Axes()-1], []int{30, 4, 2}[m.Axes()-1]
	var lens []int
	for range m.Axes() {
		lens = append(lens, least+rng.IntN(span))
	}
	g := grid.New(lens...)
	logf := m.lattice(g, 2+1.5*rng.Float64())
	floats.Scale(math.Exp(0.2*rng.NormFloat64()), logf)
	return toys.Target{Name: fmt.Sprintf("surrogate-%03d", n), Grid: g, LogF: logf}
}

// drawn returns a mixture that is like m and differs by seed. It is made in units of m's standard
// deviations. All means are stretched by e^N(0, 0.5). Every component moves by N(0, 0.3), is
// scaled by e^N(0, 0.4) along each axis, and turns by an angle N(0, 0.5) in each plane; its
// weight is scaled by e^N(0, 0.5). Then axes change places and directions.
func (m Mixture) drawn(rng *rand.Rand) Mixture {
	mean, std := m.Moments()
	d := len(mean)
	turn := mat.NewDense(d, d, nil) // a permutation of axes, with random signs
	for a, b := range rng.Perm(d) {
		turn.Set(a, b, float64(2*rng.IntN(2)-1))
	}
	stretch := math.Exp(0.5 * rng.NormFloat64())
	var all Mixture
	sum := 0.0
	for _, c := range m.Components {
		next := Component{Weight: c.Weight * math.Exp(0.5*rng.NormFloat64()), Mean: make([]float64, d)}
		x := mat.NewVecDense(d, next.Mean)
		unit := mat.NewDense(d, d, nil) // standardises, and changes places
		for a := range d {
			x.SetVec(a, stretch*(c.Mean[a]-mean[a])/std[a]+0.3*rng.NormFloat64())
			unit.Set(a, a, 1/std[a])
		}
		var whole, cov mat.Dense
		whole.Product(turn, shaken(d, rng), unit)
		cov.Product(&whole, c.Cov, whole.T())
		next.Cov = mat.NewSymDense(d, nil)
		for a := range d {
			for b := range a + 1 {
				next.Cov.SetSym(a, b, (cov.At(a, b)+cov.At(b, a))/2)
			}
		}
		var moved mat.VecDense
		moved.MulVec(turn, x)
		x.CopyVec(&moved)
		sum += next.Weight
		all.Components = append(all.Components, next)
	}
	for k := range all.Components {
		all.Components[k].Weight /= sum
	}
	return all
}

// shaken is near the identity: a rotation in each plane after a scale on each axis.
func shaken(d int, rng *rand.Rand) *mat.Dense {
	m := mat.NewDense(d, d, nil)
	for a := range d {
		m.Set(a, a, math.Exp(0.4*rng.NormFloat64()))
	}
	for a := range d {
		for b := range a {
			sin, cos := math.Sincos(0.5 * rng.NormFloat64())
			plane := mat.NewDense(d, d, nil)
			for i := range d {
				plane.Set(i, i, 1)
			}
			plane.Set(a, a, cos)
			plane.Set(b, b, cos)
			plane.Set(a, b, sin)
			plane.Set(b, a, -sin)
			m.Mul(plane, m)
		}
	}
	return m
}

// lattice evaluates the log density in the cells of a grid that reaches some standard deviations
// beyond the mean of every component. Each component is blurred by a cell: its variances grow
// by a twelfth of the square of the cell's width.
func (m Mixture) lattice(g grid.Grid, reach float64) []float64 {
	d := m.Axes()
	from, width := make([]float64, d), make([]float64, d)
	for a := range d {
		low, high := math.Inf(1), math.Inf(-1)
		for _, c := range m.Components {
			half := reach * math.Sqrt(c.Cov.At(a, a))
			low, high = min(low, c.Mean[a]-half), max(high, c.Mean[a]+half)
		}
		from[a], width[a] = low, (high-low)/float64(g.Len(a)-1)
	}
	var blurred Mixture
	for _, c := range m.Components {
		cov := mat.NewSymDense(d, nil)
		cov.CopySym(c.Cov)
		for a, w := range width {
			cov.SetSym(a, a, cov.At(a, a)+w*w/12)
		}
		blurred.Components = append(blurred.Components, Component{c.Weight, c.Mean, cov})
	}
	points := make([][]float64, g.Size())
	for x := range points {
		points[x] = make([]float64, d)
		for a := range d {
			points[x][a] = from[a] + width[a]*float64(g.Coord(x, a))
		}
	}
	return blurred.LogDensity(points)
}
