package partitions

import (
	"math"
	"math/bits"
	"slices"
)

// A Mixture is a Dirichlet process mixture of n points whose clusters' parameters are integrated
// out. The log densities at [t][x] belong to partition x of the first t points. They are not to be
// changed.
type Mixture struct {
	*Space
	Prior [][]float64 // log p(x), normalised
	Joint [][]float64 // log p(x, y_0..y_{t-1})
}

// NewMixture returns the mixture with concentration alpha. marginal is the log marginal density of
// the points of one cluster, which are the bits of a number: 5 is points 0 and 2.
//
// When t points are there, the next one joins a cluster of m points with probability m/(t + alpha),
// and is alone with probability alpha/(t + alpha).
func NewMixture(s *Space, alpha float64, marginal func(cluster uint) float64) Mixture {
	density := make([]float64, 1<<s.Points())
	for cluster := range density[1:] {
		density[cluster+1] = marginal(uint(cluster + 1))
	}
	m := Mixture{s, [][]float64{{0}}, [][]float64{{0}}}
	clusters := [][]uint{nil}
	for range s.Points() {
		clusters = m.add(clusters, alpha, density)
	}
	return m
}

// add adds a point to every partition, given the clusters of each, and returns those of the children.
func (m *Mixture) add(clusters [][]uint, alpha float64, density []float64) (next [][]uint) {
	t := len(m.Prior) - 1
	var prior, joint []float64
	for x, old := range clusters {
		for label := range len(old) + 1 {
			grown, seats := append(slices.Clone(old), 0)[:max(len(old), label+1)], alpha
			if label < len(old) {
				seats = float64(bits.OnesCount(old[label]))
			}
			before := grown[label]
			grown[label] |= 1 << t
			logp := math.Log(seats / (float64(t) + alpha))
			prior = append(prior, m.Prior[t][x]+logp)
			joint = append(joint, m.Joint[t][x]+logp+density[grown[label]]-density[before])
			next = append(next, grown)
		}
	}
	m.Prior, m.Joint = append(m.Prior, prior), append(m.Joint, joint)
	return next
}

// LogPrior is the log prior of the partitions of all points.
func (m Mixture) LogPrior() []float64 { return m.Prior[m.Points()] }

// LogJoint is the log joint density of the partitions of all points and the data.
func (m Mixture) LogJoint() []float64 { return m.Joint[m.Points()] }
