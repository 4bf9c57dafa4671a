package mixture

import "math"

// A Move redraws a part of a state. It is reversible with respect to the posterior of the state
// given its points.
type Move struct {
	redraw func(s *seating, which int)
	which  int // the point, or the hyperparameter
}

// FullSweep are the moves of a sweep over so many points, as in the authors' runs. After each
// point has been redrawn, so are all hyperparameters; and m, r, ν and s again at the end.
func FullSweep(points int) (moves []Move) {
	for i := range points {
		moves = append(moves, Move{(*seating).gibbs, i}, Move{(*seating).metropolis, hyperAlpha})
		moves = append(moves, HyperSweep(i)...)
	}
	return append(moves, HyperSweep(points)...)
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
	if which == hyperAlpha {
		s.metropolisAlpha(at)
		return
	}
	s.propose(at)
}

// together proposes m, r, ν and s from their priors.
func (s *seating) together(int) {
	at := s.Places
	for _, k := range []int{hyperM, hyperR, hyperNu, hyperS} {
		at[k] = s.priors[k].Draw(s.Dice)
	}
	s.propose(at)
}

// metropolisAlpha goes to at, which has another α, or stays.
func (s *seating) metropolisAlpha(at Places) {
	from, to := s.Places[hyperAlpha], at[hyperAlpha]
	gain := float64(s.Clusters())*(s.logNew[to]-s.logNew[from]) +
		s.ofAlpha[to][len(s.of)] - s.ofAlpha[from][len(s.of)]
	if s.accepts(gain) {
		s.Places, s.Alpha = at, s.values[hyperAlpha][to]
	}
}

// propose goes to at, which has the same α, or stays.
func (s *seating) propose(at Places) {
	h, from := s.hyper(at), s.Places
	moved := at[hyperM] != from[hyperM] || at[hyperR] != from[hyperR] || at[hyperS] != from[hyperS]
	ofSize, ofR, ofS := s.ofSize[at[hyperNu]], s.ofR[at[hyperR]], h.Nu*s.logS[at[hyperS]]
	gain := 0.0
	s.others = s.others[:0]
	for k := range s.clusters {
		c := &s.clusters[k]
		now := c.score
		if c.N > 0 {
			if moved {
				now.logSpread = math.Log(h.spread(c.Cluster))
			}
			now.logLik = ofSize[c.N] + ofR[c.N] + (ofS-(h.Nu+float64(c.N))*now.logSpread)/2
			gain += now.logLik - c.logLik
		}
		s.others = append(s.others, now)
	}
	if s.accepts(gain) {
		s.Places, s.Hyper = at, h
		for k, now := range s.others {
			s.clusters[k].score = now
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
