package mixture

import (
	"math"

	"breadboard/chains"
)

// A seating is a state that is being changed. What it knows of every cluster is always up to date.
type seating struct {
	*Model
	State
	Hyper
	chains.Dice
	weights []float64  // by cluster
	others  []score    // of the clusters at other hyperparameters
	answers [2]float64 // the weights of yes and of no
}

// seat copies a state in order to change it.
func (m *Model) seat(x State, d chains.Dice) *seating {
	return &seating{Model: m, State: x.clone(), Hyper: m.hyper(x.Places), Dice: d}
}

// known is what is kept of a cluster at the present hyperparameters.
func (s *seating) known(c Cluster) kept {
	l := math.Log(s.spread(c))
	return kept{c, score{l, s.logLikelihood(s.Places, c.N, l)}}
}

// room makes sure that one cluster is empty, and returns the first that is.
func (s *seating) room() int {
	for k, c := range s.clusters {
		if c.N == 0 {
			return k
		}
	}
	s.clusters = append(s.clusters, s.known(Cluster{}))
	return len(s.clusters) - 1
}

// put adds a point to a cluster.
func (s *seating) put(k int, y float64) { s.clusters[k] = s.known(s.clusters[k].With(y)) }

// take removes a point from a cluster. An empty one is as new.
func (s *seating) take(k int, y float64) {
	c := s.clusters[k].Without(y)
	if c.N == 0 {
		c = Cluster{}
	}
	s.clusters[k] = s.known(c)
}

// logPredictive is the log density of a point in cluster k, given the points that are in it.
func (s *seating) logPredictive(k int, y float64) float64 {
	return s.known(s.clusters[k].With(y)).logLik - s.clusters[k].logLik
}

// prior sets the weights to those of the Chinese restaurant process, a cluster's size or α.
func (s *seating) prior() {
	empty := s.room()
	s.weights = s.weights[:0]
	for _, c := range s.clusters {
		s.weights = append(s.weights, float64(c.N))
	}
	s.weights[empty] = s.Alpha
}

// posterior sets the weights to those of the process times the density of the point.
func (s *seating) posterior(y float64) {
	s.prior()
	for k, w := range s.weights {
		if w > 0 {
			s.weights[k] *= math.Exp(s.logPredictive(k, y))
		}
	}
}
