// Package surrogates draws densities that look like given ones and are all different: phase 2 of Turner and Neal (2017)
// for small spaces.
//
//	parent --fit--> Mixture of Gaussians --draw, by a seed--> another Mixture --> lattice
//
// A mixture is fitted to a parent by expectation maximisation; the Bayesian information criterion chooses the number of
// components. A seed moves, turns and scales them, and the result gets a lattice of its own. One seed gives the same
// density everywhere.
package surrogates

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"breadboard/grid"
	"breadboard/toys"
)

// Of returns the mixture that is fitted to a target, the parent of surrogates.
func Of(t toys.Target) Mixture {
	p := make([]float64, len(t.LogF))
	norm := floats.LogSumExp(t.LogF)
	for x, v := range t.LogF {
		p[x] = math.Exp(v - norm)
	}
	return Fit(points(t.Grid, func(_ int, i float64) float64 { return i }), p)
}

// Surrogate returns surrogate number n, from 1, of a parent. One in eight loses an axis, if it has two.
// The lattice reaches 2 to 3.5 standard deviations beyond every component, and the density is
// raised to the power e^N(0, 0.2).
func (m Mixture) Surrogate(n int) toys.Target {
	rng := rand.New(rand.NewPCG(uint64(n), 0))
	m = m.drawn(rng)
	if d := m.Axes(); d > 1 && rng.IntN(8) == 0 { // the last axis is integrated out
		for k, c := range m.Components {
			m.Components[k] = Component{c.Weight, c.Mean[:d-1], c.Cov.SliceSym(0, d-1).(*mat.SymDense)}
		}
	}
	var lens []int
	for range m.Axes() {
		lens = append(lens, cellsAlong(m.Axes(), rng))
	}
	g := grid.New(lens...)
	logf := m.lattice(g, 2+1.5*rng.Float64())
	floats.Scale(math.Exp(0.2*rng.NormFloat64()), logf)
	return toys.Target{Name: fmt.Sprintf("surrogate-%03d", n), Grid: g, LogF: logf}
}

// cellsAlong draws the number of cells along each of some axes: 20 to 49 along one, 7 to 10 along each of two, and 4
// or 5 along each of three: 20 to 125 cells in all.
func cellsAlong(axes int, rng *rand.Rand) int {
	fewest := []int{20, 7, 4}
	most := []int{49, 10, 5}
	return fewest[axes-1] + rng.IntN(most[axes-1]-fewest[axes-1]+1)
}

// drawn returns a mixture that is like m and differs by seed. It is made in units of m's standard
// deviations. All means are stretched by e^N(0, 0.5). Every component moves by N(0, 0.3), is
// scaled by e^N(0, 0.4) along each axis, and turns by an angle N(0, 0.5) in each plane; its
// weight is scaled by e^N(0, 0.5). Then axes change places and directions.
func (m Mixture) drawn(rng *rand.Rand) (all Mixture) {
	mean, std := m.Moments()
	d := len(mean)
	turn := mat.NewDense(d, d, nil) // a permutation of axes, with random signs
	for a, b := range rng.Perm(d) {
		turn.Set(a, b, float64(2*rng.IntN(2)-1))
	}
	stretch, sum := math.Exp(0.5*rng.NormFloat64()), 0.0
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

// shaken returns a matrix near the identity: a rotation in each plane after a scale on each axis.
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
	from := make([]float64, d)
	width := make([]float64, d)
	for a := range d {
		low, high := math.Inf(1), math.Inf(-1)
		for _, c := range m.Components {
			half := reach * math.Sqrt(c.Cov.At(a, a))
			low = min(low, c.Mean[a]-half)
			high = max(high, c.Mean[a]+half)
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
	return blurred.LogDensity(points(g, func(a int, i float64) float64 { return from[a] + width[a]*i }))
}

// points returns the places of the cells of a grid. at gives the place of the i-th cell along an axis.
func points(g grid.Grid, at func(axis int, i float64) float64) [][]float64 {
	all := make([][]float64, g.Size())
	for x := range all {
		for a, i := range g.Coords(x) {
			all[x] = append(all[x], at(a, float64(i)))
		}
	}
	return all
}

const (
	most   = 5     // components
	starts = 2     // of expectation maximisation
	rounds = 100   // of expectation maximisation; their number is fixed, so that all machines agree
	chain  = 10000 // independent draws for the information criterion
	// Each component has a little mass of its own around its mean, with a variance in squares of
	// a cell. So none becomes empty, or narrower than its data show.
	own, spread = 0.01, 2
)

// Fit fits a mixture to points with weights p, which add up to 1. Neighbouring points are 1 apart.
// Of equally good fits the first is taken, so that round-off does not choose. The number of components k is the best by
// the Bayesian information criterion for a chain of 10,000 independent draws from p, which loses log(10,000)/2 for each
// parameter.
func Fit(points [][]float64, p []float64) (best Mixture) {
	d := len(points[0])
	rng := rand.New(rand.NewPCG(1, 0))
	top := math.Inf(-1)
	for k := 1; k <= most; k++ {
		parameters := float64(k*(1+d+d*(d+1)/2) - 1)
		for range starts {
			m := begin(points, p, k, rng)
			for range rounds {
				m = m.improved(points, p)
			}
			score := chain*m.likelihood(points, p) - parameters*math.Log(chain)/2
			if score > top+1e-3 {
				best, top = m, score
			}
		}
	}
	return best
}

// begin returns k equal components. Their means are drawn, each from p times the square of the
// distance to the means so far.
func begin(points [][]float64, p []float64, k int, rng *rand.Rand) (m Mixture) {
	whole := Mixture{[]Component{moments(points, p)}}
	far := slices.Clone(p)
	for range k {
		at, u := 0, rng.Float64()*floats.Sum(far) // a place in proportion to far
		for ; at < len(far)-1; at++ {
			if u -= far[at]; u < 0 {
				break
			}
		}
		x := points[at]
		cov := mat.NewSymDense(len(x), nil)
		cov.ScaleSym(1/float64(k), whole.Components[0].Cov)
		m.Components = append(m.Components, Component{1 / float64(k), x, cov})
		for i, y := range points {
			nearest := math.Inf(1)
			for _, c := range m.Components {
				nearest = min(nearest, floats.Distance(y, c.Mean, 2))
			}
			far[i] = p[i] * (nearest * nearest)
		}
	}
	return m
}

// likelihood returns the mean under p of the log density, plus a term for each component's own mass: own (log weight -
// log det(Cov)/2 - spread trace(Cov^-1)/2).
func (m Mixture) likelihood(points [][]float64, p []float64) float64 {
	sum := floats.Dot(p, m.LogDensity(points))
	for _, c := range m.Components {
		w, half := whitening(c.Cov)
		norm := mat.Norm(w, 2) // of Frobenius: its square is the trace
		sum += own * (math.Log(c.Weight) + half - spread*norm*norm/2)
	}
	return sum
}

// improved makes one round of expectation maximisation, which never lowers the likelihood. Each
// point is shared among the components in proportion to their densities there, and each
// component takes the moments of its shares and of its own mass.
func (m Mixture) improved(points [][]float64, p []float64) (next Mixture) {
	logs := m.logs()
	terms := make([]float64, len(m.Components))
	shares := make([][]float64, len(m.Components))
	for k := range shares {
		shares[k] = make([]float64, len(points))
	}
	for i, x := range points {
		logs(terms, x)
		norm := floats.LogSumExp(terms)
		for k, l := range terms {
			shares[k][i] = p[i] * math.Exp(l-norm)
		}
	}
	for k := range shares {
		c := moments(points, shares[k])
		c.Weight /= 1 + own*float64(len(shares))
		next.Components = append(next.Components, c)
	}
	return next
}

// moments returns the component with the moments of weighted points and of its own mass. Its
// weight is the sum of both.
func moments(points [][]float64, weights []float64) Component {
	d, sum := len(points[0]), floats.Sum(weights)
	c := Component{Weight: sum + own, Mean: make([]float64, d), Cov: mat.NewSymDense(d, nil)}
	for i, x := range points {
		floats.AddScaled(c.Mean, weights[i]/sum, x)
	}
	for a := range d {
		for b := range a + 1 {
			square := 0.0
			if a == b {
				square = own * spread
			}
			for i, x := range points {
				square += weights[i] * (x[a] - c.Mean[a]) * (x[b] - c.Mean[b])
			}
			c.Cov.SetSym(a, b, square/c.Weight)
		}
	}
	return c
}

// A Mixture is a mixture of Gaussians on one to three axes.
type Mixture struct{ Components []Component }

// A Component is a Gaussian with its weight.
type Component struct {
	Weight float64
	Mean   []float64
	Cov    *mat.SymDense
}

// Axes returns the number of axes.
func (m Mixture) Axes() int { return len(m.Components[0].Mean) }

// Moments returns the mean and the standard deviation along each axis.
func (m Mixture) Moments() (mean, std []float64) {
	mean = make([]float64, m.Axes())
	std = make([]float64, m.Axes())
	for a := range mean {
		for _, c := range m.Components {
			mean[a] += c.Weight * c.Mean[a]
		}
		for _, c := range m.Components {
			off := c.Mean[a] - mean[a]
			std[a] += c.Weight * (c.Cov.At(a, a) + off*off)
		}
		std[a] = math.Sqrt(std[a])
	}
	return mean, std
}

// logs returns a function that sets dst to the log of each component's weight times its density.
func (m Mixture) logs() func(dst, x []float64) {
	d := m.Axes()
	whiten := make([]*mat.TriDense, len(m.Components))
	constant := make([]float64, len(m.Components))
	for k, c := range m.Components {
		whiten[k], constant[k] = whitening(c.Cov)
		constant[k] += math.Log(c.Weight) - float64(d)*math.Log(2*math.Pi)/2
	}
	return func(dst, x []float64) {
		for k, c := range m.Components {
			rows := whiten[k].RawTriangular()
			square := 0.0
			for i := range d {
				z := 0.0
				for j := range i + 1 {
					z += rows.Data[i*rows.Stride+j] * (x[j] - c.Mean[j])
				}
				square += z * z
			}
			dst[k] = constant[k] - square/2
		}
	}
}

// whitening returns the inverse of the Cholesky factor of a covariance, and its log determinant.
func whitening(cov *mat.SymDense) (*mat.TriDense, float64) {
	var root mat.Cholesky
	var lower, inverse mat.TriDense
	if !root.Factorize(cov) {
		panic("surrogates: a covariance that is not positive")
	}
	root.LTo(&lower)
	if err := inverse.InverseTri(&lower); err != nil {
		panic(err)
	}
	return &inverse, -root.LogDet() / 2
}

// LogDensity returns the log density at each point.
func (m Mixture) LogDensity(points [][]float64) []float64 {
	logs := m.logs()
	terms := make([]float64, len(m.Components))
	all := make([]float64, len(points))
	for i, x := range points {
		logs(terms, x)
		all[i] = floats.LogSumExp(terms)
	}
	return all
}
