package mixture

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"

	"breadboard/chains"
)

// A Filter takes in the points one by one. It is a particles.Sequence of States, whose target after
// t points is the joint probability of the state and of these points.
type Filter struct {
	*Model
	Proposal Proposal
	Sweep    func(points int) []Move // the moves of a sweep over the points so far
	Sweeps   int                     // the number of sweeps before each new point
}

// A Proposal says how the cluster of a new point is drawn.
type Proposal interface {
	// weigh sets the weights of the clusters for the point y, by which one is picked.
	weigh(s *seating, y float64)
	// logWeight is the log weight of the step if cluster k was picked.
	logWeight(s *seating, y float64, k int) float64
}

// Prior draws the cluster from the Chinese restaurant process. The weight is the density of the
// point in the cluster.
type Prior struct{}

func (Prior) weigh(s *seating, _ float64) { s.prior() }

func (Prior) logWeight(s *seating, y float64, k int) float64 { return s.logPredictive(k, y) }

// Optimal draws the cluster from its conditional given the point too. The weight is the density of
// the point given the state, whatever the cluster.
type Optimal struct{}

func (Optimal) weigh(s *seating, y float64) { s.posterior(y) }

func (Optimal) logWeight(s *seating, y float64, _ int) float64 {
	s.posterior(y)
	return math.Log(floats.Sum(s.weights) / (s.Alpha + float64(len(s.of))))
}

// Len is the number of points.
func (f Filter) Len() int { return len(f.points) }

// Forward rejuvenates the state of t points, and adds point t. At t = 0 the hyperparameters are
// drawn from their priors.
func (f Filter) Forward(t int, x State, d chains.Dice) (next State, logw float64) {
	if t == 0 {
		for k := range x.Places {
			x.Places[k] = f.priors[k].Draw(d)
		}
	}
	s, y := f.seat(x, d), f.points[t]
	for _, m := range f.moves(t) {
		m.redraw(s, m.which)
	}
	f.Proposal.weigh(s, y)
	k := d.Pick(s.weights)
	logw = f.Proposal.logWeight(s, y, k)
	s.put(k, y)
	s.of = append(s.of, k)
	return s.State, logw
}

// Back takes point t away, and makes the moves of Forward in the opposite order.
func (f Filter) Back(t int, x State, d chains.Dice) (before State, logw float64) {
	s, y, k := f.seat(x, d), f.points[t], x.of[t]
	s.take(k, y)
	s.of = s.of[:t]
	logw = f.Proposal.logWeight(s, y, k)
	for _, m := range slices.Backward(f.moves(t)) {
		m.redraw(s, m.which)
	}
	return s.State, logw
}

// moves are those before point t. There are none before the first: the state is an exact draw.
func (f Filter) moves(t int) []Move {
	if t == 0 || f.Sweeps == 0 {
		return nil
	}
	return slices.Repeat(f.Sweep(t), f.Sweeps)
}
