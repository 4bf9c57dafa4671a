package surrogates

import (
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/mat"

	"breadboard/grid"
)

// drawn returns a mixture that is like m and differs by seed. It is made in units of m's standard
// deviations. All means are stretched by e^N(0, 0.5). Every component moves by N(0, 0.3), is
// scaled by e^N(0, 0.4) along each axis, and turns by an angle N(0, 0.5) in each plane; its
// weight is scaled by e^N(0, 0.5). Then axes change places and directions.
func (m Mixture) drawn(rng *rand.Rand) Mixture {
	mean, std := m.Moments()
	d := len(mean)
	turn, stretch := signs(d, rng), math.Exp(0.5*rng.NormFloat64())
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
		next.Cov = symmetric(&cov)
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

// signs is a permutation of axes, with random signs.
func signs(d int, rng *rand.Rand) *mat.Dense {
	m := mat.NewDense(d, d, nil)
	for a, b := range rng.Perm(d) {
		m.Set(a, b, float64(2*rng.IntN(2)-1))
	}
	return m
}

func symmetric(m *mat.Dense) *mat.SymDense {
	d, _ := m.Dims()
	s := mat.NewSymDense(d, nil)
	for a := range d {
		for b := range a + 1 {
			s.SetSym(a, b, (m.At(a, b)+m.At(b, a))/2)
		}
	}
	return s
}

// first keeps the first axes of a mixture and integrates the others out.
func (m Mixture) first(axes int) (all Mixture) {
	for _, c := range m.Components {
		all.Components = append(all.Components,
			Component{c.Weight, c.Mean[:axes], c.Cov.SliceSym(0, axes).(*mat.SymDense)})
	}
	return all
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
