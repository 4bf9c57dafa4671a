package surrogates

import (
	"fmt"
	"math"
	"math/rand/v2"
	"sync"

	"gonum.org/v1/gonum/floats"

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
	if d := m.Axes(); d > 1 && rng.IntN(8) == 0 {
		m = m.first(d - 1)
	}
	g := grid.New(lengths(m.Axes(), rng)...)
	logf := m.lattice(g, 2+1.5*rng.Float64())
	floats.Scale(math.Exp(0.2*rng.NormFloat64()), logf)
	return toys.Target{Name: fmt.Sprintf("surrogate-%03d", n), Grid: g, LogF: logf}
}

// lengths draws the lengths of axes: 20 to 49 cells on one, 7 to 10 on each of two, and 4 or 5 on
// each of three.
func lengths(axes int, rng *rand.Rand) (lens []int) {
	least, span := []int{20, 7, 4}[axes-1], []int{30, 4, 2}[axes-1]
	for range axes {
		lens = append(lens, least+rng.IntN(span))
	}
	return lens
}
