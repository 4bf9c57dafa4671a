package programs

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"breadboard/chains"
	"breadboard/grid"
	"breadboard/grid/text"
)

// mostRestarts is the largest number of restarts. mostClimbed bounds the restarts times the cells, about a second's
// work: 10,000 restarts on 49 cells, and 16 on 65,536. One start is always made.
const mostRestarts, mostClimbed = 10_000, 1 << 20

// checkRestarts refuses more restarts than a run has time for.
func checkRestarts(restarts, cells int) error {
	if most := max(1, mostClimbed/cells); restarts > most {
		return fmt.Errorf("restarts=%d on %s cells take long; use restarts=%d", restarts, text.Thousands(cells), most)
	}
	return nil
}

// NewVB returns variational Bayes (BDMC, Section 5.1). It draws from the distribution q with independent coordinates
// that has the least KL(q || p). The weight f_T/q makes E_fwd[log w] the variational lower bound. q comes from
// coordinate ascent, so that it is a local optimum and perhaps not the best.
//
// q has no mass in cells where the target has none, and may therefore miss cells with mass. If the target is on two
// diagonal cells of a 2x2 box, q has only one of them. For a missed cell log w is +Inf in reverse, and E_fwd[w] is
// below R.
//
// NewVB takes the best of several restarts. Each begins in a cell with mass under the target, drawn with this seed and
// the number of the restart. The cost counts every cell for each update of a factor, over all restarts, and one density
// for the weight.
func NewVB(p Problem, restarts int, seed uint64) Direct {
	low, offset := p.WithoutConstants()
	first, last := low.Ends()
	var cells []int
	for x, v := range last {
		if !math.IsInf(v, -1) {
			cells = append(cells, x)
		}
	}
	top := math.Inf(-1)
	var best meanField
	cost := 1.0
	for r := range restarts {
		cell := cells[rand.New(rand.NewPCG(seed, uint64(r))).IntN(len(cells))]
		m := meanFieldAt(p.Grid, cell, last)
		bound, updates := m.climb()
		cost += float64(updates * len(last))
		if bound > top {
			top = bound
			best = m
		}
	}
	q, logq := best.product()
	logw := make([]float64, len(last)) // log f_T/q, over Z_1
	logZ := chains.LogSum(first)
	for x := range last {
		logw[x] = chains.LogRatio(last[x]-logZ, logq[x]) + offset
	}
	return Direct{q, logq, logw, cost, func(d chains.Dice) (x int) {
		for axis, factor := range best.q {
			x += p.Grid.Stride(axis) * d.Pick(factor)
		}
		return x
	}}
}

// A meanField is a distribution of cells with independent coordinates, q(x) = q_1(x_1) q_2(x_2) ...,
// with a factor for each axis of a box. It climbs the variational lower bound
//
//	E_q[log f] + H(q) = log Z - KL(q || p)
//
// (BDMC, Eq. 38 and 41). f has mass wherever q has mass.
type meanField struct {
	logf    []float64
	q, logq [][]float64 // the factors, and their logarithms
}

// meanFieldAt returns the distribution that gives one cell probability 1.
func meanFieldAt(g grid.Grid, cell int, logf []float64) meanField {
	m := meanField{logf: logf}
	for axis, n := range g.Lens() {
		q := make([]float64, n)
		q[g.Coord(cell, axis)] = 1
		m.q = append(m.q, q)
		m.logq = append(m.logq, make([]float64, n)) // the first sweep sets it
	}
	return m
}

// A climb stops when a sweep over all axes gains less than leastGain of the bound, or after
// mostSweeps. Rounding moves the bound by less than leastGain.
const (
	leastGain  = 1e-12
	mostSweeps = 10_000
)

// climb updates one factor after another, and returns the bound and the number of updates. The best factor q_a given
// the others is proportional to exp(E[log f | x_a]) (Eq. 39 and 40). A value of x_a gets probability 0 if with it the
// others may make a cell without mass.
func (m meanField) climb() (bound float64, updates int) {
	bound = m.bound()
	for range mostSweeps {
		for axis := range m.q {
			expected := m.expected(axis)
			chains.NormalizeLog(m.q[axis], m.logq[axis], expected)
			chains.Normalize(m.q[axis], expected) // a climb from a saddle goes where its roundings lead
		}
		updates += len(m.q)
		before := bound
		if bound = m.bound(); !(bound-before > leastGain*max(1, math.Abs(bound))) {
			break
		}
	}
	return bound, updates
}

// bound returns E_q[log f] + H(q).
func (m meanField) bound() (sum float64) {
	for c, v := range m.expected(0) {
		if p := m.q[0][c]; p > 0 {
			sum += p * v
		}
	}
	for _, factor := range m.q {
		for _, p := range factor {
			if p > 0 {
				sum -= p * math.Log(p)
			}
		}
	}
	return sum
}

// expected returns E[log f | x_a = c] for every place c along an axis. The other coordinates have their factors.
func (m meanField) expected(axis int) []float64 {
	f := m.logf
	// over takes the mean over the first axis of f, or the last; 0 times -Inf is 0
	over := func(factor []float64, first bool) {
		means := make([]float64, len(f)/len(factor))
		next, along := len(factor), 1 // the steps to another mean, and along the axis
		if first {
			next, along = 1, len(means)
		}
		for c, p := range factor {
			for i := range means {
				if p > 0 {
					means[i] += p * f[i*next+c*along]
				}
			}
		}
		f = means
	}
	for _, factor := range m.q[:axis] {
		over(factor, true)
	}
	for _, factor := range slices.Backward(m.q[axis+1:]) {
		over(factor, false)
	}
	return f
}

// product returns the probability of every cell and its logarithm.
func (m meanField) product() (q, logq []float64) {
	logq = []float64{0}
	for _, factor := range m.logq {
		longer := make([]float64, 0, len(logq)*len(factor))
		for _, v := range logq {
			for _, p := range factor {
				longer = append(longer, v+p)
			}
		}
		logq = longer
	}
	q = make([]float64, len(logq))
	for x, v := range logq {
		q[x] = math.Exp(v)
	}
	return q, logq
}
