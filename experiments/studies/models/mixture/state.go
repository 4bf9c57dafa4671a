package mixture

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/stat/combin"

	"breadboard/chains"
	"breadboard/experiments/studies/models/partitions"
)

// A State is a partition of the first points, and hyperparameters. Its zero value has no points.
type State struct {
	Places   Places
	of       []int  // the cluster of each point so far
	clusters []kept // empty ones may be among them
}

// A kept cluster has what depends on the hyperparameters: its log likelihood, which is 0 if it is empty.
type kept struct {
	Cluster
	logLik float64
}

// Clusters is the number of clusters.
func (x State) Clusters() int {
	n := 0
	for _, c := range x.clusters {
		if c.N > 0 {
			n++
		}
	}
	return n
}

// Labels are the clusters of the points, numbered in the order of their first points. So two
// states have the same partition if they have the same labels.
func (x State) Labels() []int {
	labels, next := make([]int, len(x.of)), 0
	number := make([]int, len(x.clusters))
	for i, k := range x.of {
		if number[k] == 0 {
			next++
			number[k] = next
		}
		labels[i] = number[k] - 1
	}
	return labels
}

// States are all states of all points: every partition with all values of the hyperparameters.
// There are Bell(n) partitions, 15 of four points.
func (m *Model) States() (all []State) {
	var lens []int
	for _, values := range m.values {
		lens = append(lens, len(values))
	}
	s := partitions.New(len(m.points))
	for x := range s.Size() {
		for _, at := range combin.Cartesian(lens) {
			labels := s.Labels(s.Points(), x)
			h := m.hyper(Places(at))
			clusters := make([]kept, slices.Max(labels)+1)
			for i, k := range labels {
				clusters[k].Cluster = clusters[k].With(m.points[i])
			}
			for k, c := range clusters {
				clusters[k].logLik = h.LogLikelihood(c.Cluster)
			}
			all = append(all, State{Places(at), labels, clusters})
		}
	}
	return all
}

// A seating is a state that is being changed. What it knows of every cluster is always up to date.
type seating struct {
	*Model
	State
	Hyper
	chains.Dice
	weights []float64  // by cluster
	others  []float64  // the log likelihoods of the clusters at other hyperparameters
	answers [2]float64 // the weights of yes and of no
}

// seat copies a state in order to change it.
func (m *Model) seat(x State, d chains.Dice) *seating {
	x.of = append(make([]int, 0, len(x.of)+1), x.of...) // with room for another point and another cluster
	x.clusters = append(make([]kept, 0, len(x.clusters)+1), x.clusters...)
	return &seating{Model: m, State: x, Hyper: m.hyper(x.Places), Dice: d}
}

// known is what is kept of a cluster at the present hyperparameters.
func (s *seating) known(c Cluster) kept {
	at := s.Places
	return kept{c, likelihood(s.ofSize[at[hyperNu]][c.N], s.ofR[at[hyperR]][c.N], s.Nu*s.logs[hyperS][at[hyperS]],
		s.Nu+float64(c.N), log(s.spread(c)))}
}

// likelihood is Hyper.LogLikelihood from tables.
func likelihood(ofSize, ofR, ofS, nu, log float64) float64 { return ofSize + ofR + (ofS-nu*log)/2 }

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

// prior sets the weights to those of the Chinese restaurant process: a cluster's size, and α for the first that is
// empty. There is one.
func (s *seating) prior() {
	empty := slices.IndexFunc(s.clusters, func(c kept) bool { return c.N == 0 })
	if empty < 0 {
		empty = len(s.clusters)
		s.clusters = append(s.clusters, s.known(Cluster{}))
	}
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

// A Move redraws a part of a state. It is reversible with respect to the posterior of the state
// given its points.
type Move struct {
	redraw func(s *seating, which int)
	which  int // the point, or the hyperparameter
}

// FullSweep are the moves of a sweep over so many points, as in the authors' runs. After each
// point has been redrawn, so are all hyperparameters; and m, r, ν and s again at the end.
func FullSweep(points int) []Move {
	hyper := HyperSweep(points)
	moves := make([]Move, 0, points*(2+len(hyper))+len(hyper))
	for i := range points {
		moves = append(append(moves, Move{(*seating).gibbs, i}, Move{(*seating).metropolis, hyperAlpha}), hyper...)
	}
	return append(moves, hyper...)
}

// HyperSweep redraws m, r, ν and s, first together and then one by one. It leaves the partition and
// α as they are.
func HyperSweep(int) []Move {
	one := (*seating).metropolis
	return []Move{{(*seating).together, 0}, {one, hyperM}, {one, hyperR}, {one, hyperNu}, {one, hyperS}}
}

// gibbs draws the cluster of a point given those of all others.
func (s *seating) gibbs(i int) {
	y := s.points[i]
	s.take(s.of[i], y)
	s.posterior(y)
	s.of[i] = s.Pick(s.weights)
	s.put(s.of[i], y)
}

// metropolis proposes a value of one hyperparameter from its prior.
func (s *seating) metropolis(which int) {
	at := s.Places
	at[which] = s.priors[which].Draw(s.Dice)
	if which != hyperAlpha {
		s.propose(at)
		return
	}
	from, to := s.Places[hyperAlpha], at[hyperAlpha]
	gain := float64(s.Clusters())*(s.logs[hyperAlpha][to]-s.logs[hyperAlpha][from]) +
		s.ofAlpha[to][len(s.of)] - s.ofAlpha[from][len(s.of)]
	if s.accepts(gain) {
		s.Places, s.Alpha = at, s.values[hyperAlpha][to]
	}
}

// together proposes m, r, ν and s from their priors.
func (s *seating) together(int) {
	at := s.Places
	for _, k := range []int{hyperM, hyperR, hyperNu, hyperS} {
		at[k] = s.priors[k].Draw(s.Dice)
	}
	s.propose(at)
}

// propose goes to at, which has the same α, or stays.
func (s *seating) propose(at Places) {
	h, gain := s.hyper(at), 0.0
	ofSize := s.ofSize[at[hyperNu]]
	ofR := s.ofR[at[hyperR]]
	ofS := h.Nu * s.logs[hyperS][at[hyperS]]
	s.others = s.others[:0]
	for k := range s.clusters {
		c, now := &s.clusters[k], 0.0
		if c.N > 0 {
			now = likelihood(ofSize[c.N], ofR[c.N], ofS, h.Nu+float64(c.N), log(h.spread(c.Cluster)))
			gain += now - c.logLik
		}
		s.others = append(s.others, now)
	}
	if s.accepts(gain) {
		s.Places, s.Hyper = at, h
		for k, now := range s.others {
			s.clusters[k].logLik = now
		}
	}
}

// accepts says yes with probability e^gain, or 1.
func (s *seating) accepts(gain float64) bool {
	if gain >= 0 {
		return true
	}
	yes := math.Exp(gain)
	s.answers = [2]float64{yes, 1 - yes}
	return s.Pick(s.answers[:]) == 0
}

// A Filter takes in the points one by one. It is a particles.Sequence of States, whose target after
// t points is the joint probability of the state and of these points.
type Filter struct {
	*Model
	// Optimal draws the cluster of a new point from its conditional given the point, and weighs by the density of the
	// point given the state, whatever the cluster. Otherwise the cluster is drawn from the Chinese restaurant process,
	// and the weight is the density of the point in the cluster.
	Optimal bool
	Sweep   func(points int) []Move // the moves of a sweep over the points so far
	Sweeps  int                     // the number of sweeps before each new point
}

// logWeight is the log weight of the step if cluster k was picked.
func (f Filter) logWeight(s *seating, y float64, k int) float64 {
	if !f.Optimal {
		return s.logPredictive(k, y)
	}
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
	if f.Optimal {
		s.posterior(y)
	} else {
		s.prior()
	}
	k := d.Pick(s.weights)
	logw = f.logWeight(s, y, k)
	s.put(k, y)
	s.of = append(s.of, k)
	return s.State, logw
}

// Back takes point t away, and makes the moves of Forward in the opposite order.
func (f Filter) Back(t int, x State, d chains.Dice) (before State, logw float64) {
	s := f.seat(x, d)
	y := f.points[t]
	k := x.of[t]
	s.take(k, y)
	s.of = s.of[:t]
	logw = f.logWeight(s, y, k)
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
