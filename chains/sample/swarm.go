package sample

import (
	"math"
	"slices"

	"breadboard/chains"
	"breadboard/chains/programs"
)

// Particles that are resampled at every step need not be told apart. After a step with
// weights w and the move M they are independent draws of one law, the mixture
//
//	Σ_i w(x_i) M(x_i, .) / Σ_i w(x_i)
//
// So a swarm keeps the number of particles in each cell. A step makes the mixture from the
// cells that are occupied, and splits the particles among its cells by binomials. So a billion
// particles take as long as a thousand. Of few particles a cell each is drawn from alias slots, with one
// random word.

// A swarm is the particles of one run.
type swarm struct {
	dice   chains.Dice
	cells  []int32 // the occupied ones
	counts []int   // how many particles are in each of these
	logw   float64
	kept   *programs.Lineage // of one particle; nil if all are free
}

func newSwarm(d chains.Dice, kept *programs.Lineage) population { return &swarm{dice: d, kept: kept} }

func (s *swarm) start(f *filter) {
	s.draw(f)
	if s.kept != nil {
		s.join(int32(s.kept.Start))
	}
}

// step draws all particles anew. The kept one goes its own way.
func (s *swarm) step(f *filter, i int, step programs.Step) {
	if !s.weigh(f, step.LogW) {
		return
	}
	for _, r := range f.rows[:len(step.Moves)] {
		for k, x := range f.cells {
			r.spread(f.mix, x, f.masses[k])
		}
		f.gathered()
	}
	f.mixed(f.P)
	s.draw(f)
	if s.kept != nil {
		s.join(int32(s.kept.Cell(i)))
	}
}

// end picks among particles that weigh the same: they were resampled, or all weigh 0.
func (s *swarm) end(*filter) (x int32, logw float64) {
	weights := make([]float64, len(s.counts))
	for k, c := range s.counts {
		weights[k] = float64(c)
	}
	return s.cells[s.dice.Pick(weights)], s.logw
}

// weigh adds the log of the mean weight to log w, and has the filter draw by the weights. Its weights are those of one
// particle in each cell of the swarm. It returns false if log w is infinite.
func (s *swarm) weigh(f *filter, logw []float64) bool {
	if math.IsInf(s.logw, 0) {
		return false
	}
	top := math.Inf(-1)
	for _, x := range s.cells {
		top = max(top, logw[x])
	}
	if math.IsInf(top, 0) {
		s.logw = top
		return false
	}
	f.cells, f.masses = f.cells[:0], f.masses[:0]
	f.weights = f.weights[:0]
	f.sum = 0
	for i, x := range s.cells {
		weight := math.Exp(logw[x] - top)
		mass := float64(s.counts[i]) * weight
		f.sum += mass
		f.weights = append(f.weights, weight)
		f.from(x, mass)
	}
	s.logw += top + math.Log(f.sum/float64(f.P))
	return true
}

// draw replaces the free particles by draws from the mixture. Of its cells a swarm keeps those that are occupied: many
// swarms of few particles wait for one another, and the first mixture has all cells.
func (s *swarm) draw(f *filter) {
	free := f.P
	if s.kept != nil {
		free--
	}
	s.cells = s.cells[:0]
	s.counts = s.counts[:0]
	for k, c := range f.drawn(s.dice, free) {
		if c > 0 {
			s.cells = append(s.cells, f.cells[k])
			s.counts = append(s.counts, c)
		}
	}
}

// join adds the kept particle.
func (s *swarm) join(x int32) {
	if i := slices.Index(s.cells, x); i >= 0 {
		s.counts[i]++
		return
	}
	s.cells = append(s.cells, x)
	s.counts = append(s.counts, 1)
}
