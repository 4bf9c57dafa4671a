package chains

import (
	"errors"
	"math"
	"slices"
	"sync"

	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/lapack/lapack64"
	"gonum.org/v1/gonum/mat"
)

// Moments holds the path of averaged moments of Grosse, Maddison and Salakhutdinov (2013):
//
//	f_β = f_1^(1-β) f_T^β exp(λ_β·g),  with λ_β such that  E_β[g] = (1-β) E_1[g] + β E_T[g].
//
// In the paper f_1 and f_T are of one exponential family with statistics g, and so is f_β. Here they need not be. Of
// all densities with the averaged moments, f_β is nearest to the geometric average, in KL(·||geometric). λ is 0 at both
// ends. Of all λ that give the same density it is the shortest. The path needs E_T[g], which a sampler does not know:
// it is for targets whose truth is known.
type Moments struct {
	Geometric
	Statistics [][]float64  // g, each by cell
	free       [][]float64  // combinations of g: uncorrelated, of variance 1 if all common cells are equally likely
	fromFree   *mat.Dense   // takes λ of the free statistics to λ of g
	ends       [2][]float64 // the means of the free statistics at both ends
	tilts      *sync.Map    // λ of the statistics, by beta
	given      Geometric    // the ends from which λ is solved, also after WithoutConstants
}

// NewMoments returns the path between two log densities with these statistics, each by cell. It returns an error if
// some averaged moments belong to no density whose mass is in just the cells that both ends share.
func NewMoments(from, to []float64, statistics ...[]float64) (*Moments, error) {
	ends := Geometric{from, to}
	m := &Moments{Geometric: ends, given: ends, Statistics: statistics, tilts: new(sync.Map)}
	both := Uniform(m.inside(0.5))
	flat := Normalized(both)
	if err := m.whiten(flat); err != nil {
		return nil, err
	}
	for i, end := range [][]float64{from, to} {
		m.ends[i] = means(Normalized(end), m.free)
	}
	for i, end := range [][]float64{from, to} {
		if floats.Equal(Uniform(end), both) {
			continue
		}
		// The hull of the common support does not depend on the density there, so that a flat one serves.
		tilt, missed := m.solve(both, m.ends[i])
		if span := LogSpan(m.tilted(make([]float64, len(from)), tilt)); missed > solved || span > deepest {
			return nil, errHull
		}
	}
	return m, nil
}

var errHull = errors.New("the moments of one end are no averages over the cells that both ends have; use ends with " +
	"the same walls")

const (
	solved    = 1e-9 // a moment is met, in standard deviations of the uniform distribution
	deepest   = 25   // nats that a tilt of a flat density spans before its moments count as at the hull's rim
	easySpan  = 20   // nats of a log density that Newton's steps solve from a tilt of 0
	growth    = 1.3  // from one density to the next steeper one
	mostSteps = 400  // of Newton, for one density; it takes 5 to 20 on the toys
)

// inside returns the geometric average of the given ends.
func (m *Moments) inside(beta float64) []float64 {
	logf := make([]float64, len(m.From))
	m.given.At(logf, beta)
	return logf
}

// whiten finds the free statistics: the eigenvectors of the covariance of g under the uniform distribution. Those of
// eigenvalue 0 are left out: they are the ways in which the statistics depend on each other.
func (m *Moments) whiten(uniform []float64) error {
	k := len(m.Statistics)
	for _, g := range m.Statistics {
		fits(uniform, g, g)
	}
	cov := covariance(uniform, m.Statistics)
	var eigen mat.EigenSym
	if !eigen.Factorize(cov, true) {
		return errors.New("the eigenvalues of the statistics' covariance were not found: " +
			"the iteration did not converge")
	}
	values := eigen.Values(nil)
	vectors := new(mat.Dense)
	eigen.VectorsTo(vectors)
	first := 0 // values rise
	for first < k && values[first] <= 1e-12*values[k-1] {
		first++
	}
	m.fromFree = mat.NewDense(k, max(1, k-first), nil)
	for c := first; c < k; c++ {
		free := make([]float64, len(uniform))
		scale := 1 / math.Sqrt(values[c])
		for i := range k {
			m.fromFree.Set(i, c-first, scale*vectors.At(i, c))
			floats.AddScaled(free, scale*vectors.At(i, c), m.Statistics[i])
		}
		floats.AddConst(-floats.Dot(uniform, free), free)
		m.free = append(m.free, free)
	}
	return nil
}

// means returns the means of statistics.
func means(p []float64, statistics [][]float64) []float64 {
	mean := make([]float64, len(statistics))
	for i, u := range statistics {
		mean[i] = floats.Dot(p, u)
	}
	return mean
}

// tilted adds λ·u to a log density, where u are the free statistics.
func (m *Moments) tilted(logf, tilt []float64) []float64 {
	for i, u := range m.free {
		floats.AddScaled(logf, tilt[i], u)
	}
	return logf
}

// solve returns the tilt of a log density that gives the free statistics these means, and by how much it misses them.
// It approaches a steep density through flatter ones: if f^s has the tilt λ, that of a slightly larger s is near λ.
func (m *Moments) solve(logf, want []float64) (tilt []float64, missed float64) {
	tilt = make([]float64, len(want))
	flatter := make([]float64, len(logf))
	for s := min(1, easySpan/LogSpan(logf)); ; s = min(1, s*growth) {
		for x, v := range logf {
			flatter[x] = s * v
		}
		tilt, missed = m.newton(flatter, tilt, want)
		if s == 1 {
			return tilt, missed
		}
		floats.Scale(min(1/s, growth), tilt)
	}
}

// newton minimises the convex log Σ exp(h + λ·u) - λ·want from a start by Newton's steps. While a step leads up, it is
// shortened as Levenberg and Marquardt do.
func (m *Moments) newton(logf, start, want []float64) (tilt []float64, missed float64) {
	r := len(want)
	if r == 0 {
		return start, 0
	}
	at := m.around(logf, start, want)
	for ridge, steps := 0.0, 0; steps < mostSteps && at.missed > 1e-15; steps++ {
		cov := covariance(at.p, m.free).RawSymmetric()
		step := slices.Clone(at.lack)
		next := at
		for i := range r {
			cov.Data[i*(r+1)] += ridge
		}
		// A bad step is not taken. So newton need not compute the condition, which would take longer than the step.
		if root, ok := lapack64.Potrf(cov); ok {
			lapack64.Potrs(root, blas64.General{Rows: r, Cols: 1, Data: step, Stride: 1})
			next = m.around(logf, floats.AddTo(step, step, at.tilt), want)
		}
		switch {
		case next.height < at.height || next.missed < at.missed/2: // near the end the height is all rounding
			at, ridge = next, ridge/8
			if ridge < 1e-12 {
				ridge = 0
			}
		case at.missed < 1e-12: // rounding alone is left
			return at.tilt, at.missed
		default:
			ridge = max(1e-9, 8*ridge)
		}
	}
	return at.tilt, at.missed
}

// A place is a tilt that the solver has come to.
type place struct {
	tilt, p, lack  []float64 // lack is want less the means
	height, missed float64   // the value that newton minimises; the largest lack
}

// around returns the place of a tilt of logf.
func (m *Moments) around(logf, tilt, want []float64) place {
	h := m.tilted(slices.Clone(logf), tilt)
	at := place{tilt: tilt, p: make([]float64, len(h))}
	top := floats.Max(h)
	NormalizeLog(at.p, h, h)
	at.height = top - floats.Max(h) - floats.Dot(tilt, want) // log Z less λ·want
	at.lack = means(at.p, m.free)
	floats.SubTo(at.lack, want, at.lack)
	at.missed = floats.Norm(at.lack, math.Inf(1))
	return at
}

// covariance returns the covariances of statistics.
func covariance(p []float64, statistics [][]float64) *mat.SymDense {
	mean := means(p, statistics)
	cov := mat.NewSymDense(len(statistics), nil)
	off := make([]float64, len(p))
	for i, u := range statistics {
		for x, mass := range p {
			off[x] = mass * (u[x] - mean[i])
		}
		rest := floats.Sum(off) // rounding
		for j, v := range statistics[:i+1] {
			cov.SetSym(j, i, floats.Dot(off, v)-rest*mean[j])
		}
	}
	return cov
}

// Tilt returns λ at beta, which defines the path: if a moment is missed, the path is not the one of averaged moments,
// and no less exact. The same beta gives the same bits, in any order of calls.
func (m *Moments) Tilt(beta float64) []float64 {
	if known, ok := m.tilts.Load(beta); ok {
		return known.([]float64)
	}
	lambda := make([]float64, len(m.Statistics))
	if beta > 0 && beta < 1 && len(m.free) > 0 {
		want := make([]float64, len(m.free))
		floats.ScaleTo(want, 1-beta, m.ends[0])
		floats.AddScaled(want, beta, m.ends[1])
		free, _ := m.solve(m.inside(beta), want)
		mat.NewVecDense(len(lambda), lambda).MulVec(m.fromFree, mat.NewVecDense(len(free), free))
	}
	m.tilts.Store(beta, lambda)
	return lambda
}

// At sets dst to the log density at beta: the geometric average plus λ·g, and the ends themselves at both ends.
func (m *Moments) At(dst []float64, beta float64) {
	m.Geometric.At(dst, beta)
	lambda := m.Tilt(beta)
	for i, g := range m.Statistics {
		floats.AddScaled(dst, lambda[i], g)
	}
}

// Slope sets dst to log f_T - log f_1 + λ'·g. The moments grow as their averages do: Cov(g, g) λ' is E_T[g] - E_1[g]
// less the covariance of g with log f_T - log f_1.
func (m *Moments) Slope(dst []float64, beta float64) {
	m.Geometric.Slope(dst, beta)
	if len(m.free) == 0 {
		return
	}
	logf := m.inside(0.5) // for its walls: at the ends too the slope is the one inside
	inner := make([]float64, len(dst))
	m.At(inner, beta)
	for x := range inner {
		if math.IsInf(logf[x], -1) {
			inner[x] = logf[x]
		}
	}
	p := Normalized(inner)
	right := make([]float64, len(m.free)) // the right-hand side: Cov(g, g) λ'
	mean := floats.Dot(p, dst)
	for i, u := range m.free {
		for x, mass := range p {
			right[i] -= mass * (dst[x] - mean) * u[x]
		}
		right[i] += m.ends[1][i] - m.ends[0][i]
	}
	var chol mat.Cholesky
	speed := mat.NewVecDense(len(right), nil)
	if !chol.Factorize(covariance(p, m.free)) || chol.SolveVecTo(speed, mat.NewVecDense(len(right), right)) != nil {
		return // some statistic varies no more: its λ is no function of beta here
	}
	m.tilted(dst, speed.RawVector().Data)
	for x := range dst {
		if math.IsInf(logf[x], -1) {
			dst[x] = 0
		}
	}
}

// WithoutConstants lowers both ends. The tilts stay.
func (m *Moments) WithoutConstants() (Bridge, float64) {
	low, offset := m.Geometric.WithoutConstants()
	lower := *m
	lower.Geometric = low.(Geometric)
	return &lower, offset
}
