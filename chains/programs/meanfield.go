package programs

import (
	"math"
	"slices"

	"breadboard/chains"
)

// A meanField is a law of cells with independent coordinates, q(x) = q_1(x_1) q_2(x_2) ...,
// with a factor for each axis of a box. It climbs the variational lower bound
//
//	E_q[log f] + H(q) = log Z - KL(q || p)
//
// (BDMC, Eq. 38 and 41). f has mass wherever q has mass.
type meanField struct {
	logf    []float64
	q, logq [][]float64 // the factors, and their logarithms
}

// pointAt returns the law on a box with these lengths that gives one cell probability 1.
func pointAt(logf []float64, lens, coords []int) meanField {
	m := meanField{logf, make([][]float64, len(lens)), make([][]float64, len(lens))}
	for axis, n := range lens {
		m.q[axis], m.logq[axis] = make([]float64, n), slices.Repeat([]float64{math.Inf(-1)}, n)
		m.q[axis][coords[axis]], m.logq[axis][coords[axis]] = 1, 0
	}
	return m
}

// A climb stops when a sweep over all axes gains less than leastGain of the bound, or after
// mostSweeps. Rounding moves the bound by less than leastGain.
const (
	leastGain  = 1e-12
	mostSweeps = 10_000
)

// climb updates one factor after another, and returns the bound and the number of updates.
func (m meanField) climb() (bound float64, updates int) {
	bound = m.bound()
	for range mostSweeps {
		for axis := range m.q {
			m.update(axis)
		}
		updates += len(m.q)
		before := bound
		if bound = m.bound(); !(bound-before > leastGain*max(1, math.Abs(bound))) {
			break
		}
	}
	return bound, updates
}

// update sets q_a to the best factor given the others: q_a is proportional to
// exp(E[log f | x_a]) (Eq. 39 and 40). A value of x_a gets probability 0 if with it the others
// may lead to a cell without mass.
func (m meanField) update(axis int) {
	expected := m.expected(axis)
	chains.NormalizeLog(m.q[axis], m.logq[axis], expected)
	chains.Normalize(m.q[axis], expected) // a climb from a saddle goes where its roundings lead
}

// bound is E_q[log f] + H(q).
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

// expected returns E[log f | x_a = c] for every place c along an axis. The other coordinates
// are drawn from their factors.
func (m meanField) expected(axis int) []float64 {
	f := m.logf
	for _, factor := range m.q[:axis] {
		f = overFirst(f, factor)
	}
	for _, factor := range slices.Backward(m.q[axis+1:]) {
		f = overLast(f, factor)
	}
	return f
}

// overFirst takes the mean of f over its first axis. 0 times -Inf is 0.
func overFirst(f, factor []float64) []float64 {
	means := make([]float64, len(f)/len(factor))
	for c, p := range factor {
		if p == 0 {
			continue
		}
		for i, v := range f[c*len(means):][:len(means)] {
			means[i] += p * v
		}
	}
	return means
}

// overLast takes the mean of f over its last axis.
func overLast(f, factor []float64) []float64 {
	means := make([]float64, len(f)/len(factor))
	for i := range means {
		for c, v := range f[i*len(factor):][:len(factor)] {
			if factor[c] > 0 {
				means[i] += factor[c] * v
			}
		}
	}
	return means
}

// law returns the probability of every cell and its logarithm.
func (m meanField) law() (q, logq []float64) {
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
