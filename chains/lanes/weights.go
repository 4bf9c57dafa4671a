package lanes

import "math"

// Between two levels of an annealing the measures of a chain are weighed, cell by cell. The loops of this file take
// eight cells at a time, so that the number of cells of all their slices is a multiple of eight: Room. A cell that is
// there to fill up has no mass, and its numbers are 0.

// Room is the number of cells from n on that is a multiple of eight.
func Room(n int) int { return (n + 7) &^ 7 }

// The places of a chain's measures.
const (
	OfLaw       = iota // of the chain's state
	ofFirst            // E[(log w - mean)^k; x] of k = 1, 2 and 3; the mean is subtracted at every step
	OfSecond           //
	OfThird            //
	OfWeight           // E[ŵ; x] for ŵ = w Z_1/Z_T, in reverse Z_T/(w Z_1)
	OfSquare           // E[ŵ²; x] over a constant, and 0 in reverse
	OfDeviation        // the law less p_t
	OfAll              // their number
)

// A quad is a sum, in four parts: that of each fourth cell.
type quad [wide]float64

func (s *quad) add(x int, v float64) { s[x%wide] += v }

func (s *quad) sum() float64 { return (s[0] + s[2]) + (s[1] + s[3]) }

// thinnest is a log density, less the largest, below which a mass may be less than 1e-280: so is one of 32,768 cells.
const thinnest = -630

// A normal is what Normalize found; the loops write it.
type normal struct {
	top, sum float64
	thin     uint64 // 0 if nothing is thin
}

// Normalize turns log densities p into masses with the sum 1. Of the log densities top is the largest. sum is what
// exp(p - top) added up to. It is thin if a cell has some mass, but perhaps less than 1e-280, or a log density that is
// no number.
func Normalize(p []float64) (top, sum float64, thin bool) {
	var found normal
	if fastWhole && len(p) > 0 {
		normalizeAVX(&p[0], len(p), &found)
	} else {
		found = plainNormalize(p)
	}
	return found.top, found.sum, found.thin != 0
}

func plainNormalize(p []float64) normal {
	found := normal{top: math.Inf(-1)}
	for _, v := range p {
		found.top = max(found.top, v)
	}
	for x, v := range p {
		v -= found.top
		if !(v >= thinnest) && !math.IsInf(v, -1) {
			found.thin = 1
		}
		p[x] = v
	}
	plainExp(p, p)
	all := quad{}
	for x, v := range p {
		all.add(x, v)
	}
	found.sum = all.sum()
	by := 1 / found.sum
	for x := range p {
		p[x] *= by
	}
	return found
}

// A Rising is what a rise of log f is like.
type Rising struct {
	Law, Size float64 // Σ q rise and Σ |q rise|, q the law of the chain's state
	Mean      float64 // Σ p rise
	Low, High float64 // the least rise and the largest
}

// Survey finds what the rise is like, for a law of the chain's state and masses p.
func Survey(law, rise, p []float64) (r Rising) {
	n := len(rise)
	if fast && n > 0 {
		_, _ = law[n-1], p[n-1]
		surveyAVX(&law[0], &rise[0], &p[0], n, &r)
		return r
	}
	return plainSurvey(law, rise, p)
}

func plainSurvey(law, rise, p []float64) Rising {
	var lift, size, mean quad
	low := math.Inf(1)
	high := math.Inf(-1)
	for x, v := range rise {
		step := float64(law[x] * v)
		lift.add(x, step)
		size.add(x, math.Abs(step))
		mean.add(x, float64(p[x]*v))
		low = min(low, v)
		high = max(high, v)
	}
	return Rising{Law: lift.sum(), Size: size.sum(), Mean: mean.sum(), Low: low, High: high}
}

// A Lift is what Center adds up.
type Lift struct {
	Grow float64 // Σ p grow
	More float64 // Σ p (grow - rise)
	Lag  float64 // Σ d rise, d the deviation
}

// nearSmall is the rise up to which nearTerms terms of the series are enough: the next one is 1e-17 of their sum.
const (
	nearSmall = 1. / 128
	nearTerms = 6
)

// Center takes the mean off a rise that then is Small at most, and sets grow to expm1 of it. Where p has no mass both
// become 0. most is the largest size that a rise then has, and d the deviation of the law.
func Center(d, rise, grow, p []float64, mean, most float64) (l Lift) {
	n := len(rise)
	if fast && n > 0 {
		_, _ = d[n-1], grow[n-1]
		_ = p[n-1]
		centerAVX(&d[0], &rise[0], &grow[0], &p[0], n, mean, &l, most <= nearSmall)
		return l
	}
	return plainCenter(d, rise, grow, p, mean, most)
}

func plainCenter(d, rise, grow, p []float64, mean, most float64) Lift {
	var grows, mores, lag quad
	terms := len(series)
	if most <= nearSmall {
		terms = nearTerms
	}
	for x, mass := range p {
		v := rise[x] - mean
		if mass == 0 {
			v = 0
		}
		more := expm1mxBy(v, terms)
		rise[x] = v
		grow[x] = v + more
		grows.add(x, float64(mass*grow[x]))
		mores.add(x, float64(mass*more))
		lag.add(x, float64(d[x]*v))
	}
	return Lift{grows.sum(), mores.sum(), lag.sum()}
}

// A Weight is the step of log w from one level to the next, from what Center found.
type Weight struct {
	Grow  float64 // Σ p grow
	Scale float64 // 1/(1 + Grow): the densities' ratio is (1 + grow) Scale
	Shift float64 // added to the rise, it makes a rise of log w above its own mean
}

// Weigh takes the measures q from the level where the masses are p to the next one, and returns the largest E[ŵ²; x].
// With y for log w above its mean, each moment becomes that of a sum, E[(a + y)^k; x]. It sets next to the masses
// there, which are those before times the ratio of the densities.
func (w Weight) Weigh(q *Measures, rise, grow, p, next []float64) (largest float64) {
	n := len(rise)
	if fast && n > 0 {
		_, _ = p[n-1], grow[n-1]
		_, _ = q.Of(0)[n-1], next[n-1]
		weighAVX(&q.all[0], q.stride, &rise[0], &grow[0], &p[0], &next[0], n, &w, &largest)
		return largest
	}
	return w.plainWeigh(q, rise, grow, p, next)
}

func (w Weight) plainWeigh(q *Measures, rise, grow, p, next []float64) (largest float64) {
	d := q.Of(OfDeviation)
	for x, mass := range p {
		by := float64((1 + grow[x]) * w.Scale)
		d[x] += float64(mass * float64((w.Grow-grow[x])*w.Scale))
		next[x] = mass * by
		largest = max(largest, q.WeighCell(x, rise[x]+w.Shift, by))
	}
	return largest
}

// WeighCell makes the weight's step in cell x, where log w rises by y above its mean and ŵ is multiplied by a factor.
// It returns what then is E[ŵ²; x].
func (m *Measures) WeighCell(x int, y, by float64) float64 {
	first := &m.Of(ofFirst)[x]
	second := &m.Of(OfSecond)[x]
	square := &m.Of(OfSquare)[x]
	lift := float64(y * m.Of(OfLaw)[x])
	rest := float64(y * (float64(3**first) + lift))
	m.Of(OfThird)[x] += float64(y * (float64(3**second) + rest))
	*second += float64(y * (float64(2**first) + lift))
	*first += lift
	m.Of(OfWeight)[x] *= by
	*square *= float64(by * by)
	return *square
}

// Average sets dst to (1-beta) from + beta to. Both products are rounded, so that no machine fuses one with the sum.
func Average(dst, from, to []float64, beta float64) {
	n := len(dst)
	from = from[:n]
	to = to[:n]
	at := 0
	if whole := n &^ (wide - 1); fast && whole > 0 {
		averageAVX(&dst[0], &from[0], &to[0], beta, whole)
		at = whole
	}
	for x := at; x < n; x++ {
		dst[x] = float64((1-beta)*from[x]) + float64(beta*to[x])
	}
}

// Rise turns what a number was in each cell into its rise, which is what it is now less that. It returns the sum of
// rise - rise, which is 0 if all rises are finite, and otherwise no number.
func Rise(was, now []float64) (odd float64) {
	n := len(was)
	now = now[:n]
	at := 0
	all := quad{}
	if whole := n &^ (wide - 1); fast && whole > 0 {
		riseAVX(&was[0], &now[0], whole, &odd)
		at = whole
	}
	for x := at; x < n; x++ {
		v := now[x] - was[x]
		was[x] = v
		all.add(x, v-v)
	}
	return odd + all.sum()
}

// Measures are all measures of a chain on the same cells, one measure after another. Between two levels each is
// weighed by itself, and the moves of a kernel on a small box take eight cells of one along. A Block has the same
// numbers cell by cell, as kernels with other moves want them, and an eighth of 0.
//
// Behind the cells of a measure is room: up to a multiple of eight, and as much again as a band is long. Nothing is
// ever written there but 0.
type Measures struct {
	cells  int // without the room
	stride int // from a measure to the next
	all    []float64
}

// NewMeasures returns measures of n cells, all 0.
func NewMeasures(n int) *Measures {
	stride := Room(n) + farthest
	return &Measures{n, stride, make([]float64, OfAll*stride)}
}

// Of returns a measure, with zeros up to Room of its cells.
func (m *Measures) Of(k int) []float64 { return m.all[k*m.stride:][:Room(m.cells)] }

// To sets q to the measures.
func (m *Measures) To(q Block) {
	at := 0
	if whole := m.cells &^ (wide - 1); fast && whole > 0 {
		_ = q[m.cells-1]
		toBlockAVX(&q[0], &m.all[0], m.stride, whole)
		at = whole
	}
	for x := at; x < m.cells; x++ {
		q[x] = [8]float64{}
		for k := range OfAll {
			q[x][k] = m.all[k*m.stride+x]
		}
	}
}

// From sets the measures to q.
func (m *Measures) From(q Block) {
	at := 0
	if whole := m.cells &^ (wide - 1); fast && whole > 0 {
		_ = q[m.cells-1]
		fromBlockAVX(&m.all[0], &q[0], m.stride, whole)
		at = whole
	}
	for x := at; x < m.cells; x++ {
		for k := range OfAll {
			m.all[k*m.stride+x] = q[x][k]
		}
	}
}
