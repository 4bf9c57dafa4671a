package partitions

import (
	"math"

	"gonum.org/v1/gonum/floats"

	"breadboard/chains"
)

// An Imputation adds the points of a mixture one by one, each to a cluster that it proposes. As a
// particles.Sequence it has one step for each point, and its particles after step t are the numbers
// of partitions of t+1 points. A partition has one parent, so that Back draws nothing.
type Imputation struct {
	space *Space
	// By points and partition: the log probability that its parent leads to it, and the log weight
	// of that step.
	logp, logw [][]float64
	p          [][]float64
}

// ByPrior proposes from the prior. The weight of a step is the density of the new point, given its
// cluster.
func (m Mixture) ByPrior() *Imputation {
	s := m.imputation()
	s.each(func(t, x, up int) {
		s.logp[t][x] = m.Prior[t][x] - m.Prior[t-1][up]
		s.logw[t][x] = m.Joint[t][x] - m.Joint[t-1][up] - s.logp[t][x]
	})
	return s
}

// ByPosterior proposes from the posterior of the new point's cluster, given the other points' clusters
// and all data so far. This is the optimal proposal: the weight of a step, which is the density of the
// new point given all before it, does not depend on what is drawn.
func (m Mixture) ByPosterior() *Imputation {
	s := m.imputation()
	s.each(func(t, x, up int) {
		first, count := m.Children(t-1, up)
		all := floats.LogSumExp(m.Joint[t][first:][:count])
		s.logp[t][x] = m.Joint[t][x] - all
		s.logw[t][x] = all - m.Joint[t-1][up]
	})
	return s
}

func (m Mixture) imputation() *Imputation {
	s := &Imputation{space: m.Space}
	for t := range m.Points() + 1 {
		n := m.SizeOf(t)
		s.p, s.logp = append(s.p, make([]float64, n)), append(s.logp, make([]float64, n))
		s.logw = append(s.logw, make([]float64, n))
	}
	return s
}

// each calls set for every partition x of t points and its parent, and then keeps exp(logp).
func (s *Imputation) each(set func(t, x, up int)) {
	for t := 1; t <= s.Len(); t++ {
		for x := range s.p[t] {
			set(t, x, s.space.Parent(t, x))
			s.p[t][x] = math.Exp(s.logp[t][x])
		}
	}
}

// Len is the number of points.
func (s *Imputation) Len() int { return s.space.Points() }

// Forward adds point t to partition x of the points before it.
func (s *Imputation) Forward(t, x int, d chains.Dice) (next int, logw float64) {
	first, count := s.space.Children(t, x)
	next = first + d.Pick(s.p[t+1][first:][:count])
	return next, s.logw[t+1][next]
}

// Back takes point t out of partition x.
func (s *Imputation) Back(t, x int, _ chains.Dice) (before int, logw float64) {
	return s.space.Parent(t+1, x), s.logw[t+1][x]
}

// Law returns the log probability of every partition of all points, for one particle. It is the
// product of the proposals. The particle's log weight is then log p(x, y) less this.
func (s *Imputation) Law() []float64 {
	law := []float64{0}
	for t := 1; t <= s.Len(); t++ {
		next := make([]float64, len(s.p[t]))
		for x, logp := range s.logp[t] {
			next[x] = law[s.space.Parent(t, x)] + logp
		}
		law = next
	}
	return law
}
