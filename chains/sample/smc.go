package sample

import (
	"context"
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
// cells that are occupied, compiles it into alias slots, and draws every particle with one
// random word. Some swarms go through the levels together and share the rows of M.

// A swarm is the particles of one run.
type swarm struct {
	dice   seeded
	cells  []int32 // the occupied ones
	counts []int32 // how many particles are in each of these
	logw   float64
	kept   []int32 // the path that one particle follows, by step; nil if all are free
}

// A smc takes swarms along a path. Each worker has one.
type smc struct {
	path      programs.Path
	rise      float64
	target    chains.Law
	particles int
	limit     int
	rows      []*rows // of each move of a step
	mix       *mixture
	cells     []int32   // of the mixture
	masses    []float64 // of these
	table     table
}

// inSwarms returns the way of sequential Monte Carlo that resamples at every step, through levels or observations. It
// keeps at most limit outcomes of a move.
func inSwarms(p programs.SMC, target chains.Law, limit int) way {
	const together = 64
	path, _ := p.Path()
	steps := path.Len()
	return way{0, 1, max(1, min(together, keptSteps/steps)), steps, reportMoves / p.P, func() worker {
		path, rise := p.Path()
		w := &smc{path: path, rise: rise, target: target, particles: p.P, limit: limit, mix: &mixture{mass: make([]float64, p.Grid.Size())}}
		return w.run
	}}
}

// keptSteps bounds the number of kept places of all swarms of a task: 4 MB.
const keptSteps = 1 << 20

// run does a task.
func (w *smc) run(ctx context.Context, t task, done *progress) error {
	swarms, cells := make([]swarm, len(t.logw)), make([]int32, len(t.logw))
	for i := range swarms {
		swarms[i].dice = t.dice(i)
		if t.reverse {
			cells[i] = int32(w.target.Draw(swarms[i].dice))
			swarms[i].kept = make([]int32, w.path.Len()+1)
			swarms[i].kept[w.path.Len()] = cells[i]
		}
	}
	if err := w.back(ctx, swarms); err != nil {
		return err
	}
	w.start(swarms)
	for i := range w.path.Len() {
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		w.step(swarms, i)
		done.add(len(swarms))
	}
	for i := range swarms {
		if t.logw[i] = swarms[i].logw + w.rise; !t.reverse {
			cells[i] = swarms[i].one()
		}
	}
	t.end(cells)
	return nil
}

// back draws the kept paths from their ends.
func (w *smc) back(ctx context.Context, swarms []swarm) error {
	if swarms[0].kept == nil {
		return nil
	}
	for i := w.path.Len() - 1; i >= 0; i-- {
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		backs := w.path.At(i).Backs
		for _, s := range swarms {
			s.kept[i] = int32(programs.MoveAll(int(s.kept[i+1]), backs, s.dice))
		}
	}
	return nil
}

// start draws the first particles.
func (w *smc) start(swarms []swarm) {
	w.cells, w.masses = w.cells[:0], w.masses[:0]
	for x, p := range w.path.Start() {
		if p > 0 {
			w.cells, w.masses = append(w.cells, int32(x)), append(w.masses, p)
		}
	}
	w.table.weigh(w.masses)
	for i := range swarms {
		swarms[i].draw(w.cells, &w.table, w.particles, 0)
	}
}

// step weighs, resamples and moves every swarm. A swarm of infinite log w stays where it is.
func (w *smc) step(swarms []swarm, i int) {
	step := w.path.At(i)
	for len(w.rows) < len(step.Moves) {
		w.rows = append(w.rows, &rows{from: make([]int32, len(step.LogW)), limit: w.limit})
	}
	for j, m := range step.Moves {
		w.rows[j].aim(m)
	}
	for j := range swarms {
		s := &swarms[j]
		if !w.weigh(s, step.LogW) {
			continue
		}
		for _, r := range w.rows[:len(step.Moves)] {
			for k, x := range w.cells {
				r.add(w.mix, x, w.masses[k])
			}
			w.cells, w.masses = w.mix.take(w.cells[:0], w.masses[:0])
		}
		w.table.weigh(w.masses)
		s.draw(w.cells, &w.table, w.particles, i+1)
	}
}

// weigh adds the log of a swarm's mean weight to its log w, and sets cells and masses to its
// weights. It returns false if log w is infinite.
func (w *smc) weigh(s *swarm, logw []float64) bool {
	if math.IsInf(s.logw, 0) {
		return false
	}
	top, sum := math.Inf(-1), 0.0
	for _, x := range s.cells {
		top = max(top, logw[x])
	}
	if math.IsInf(top, 0) {
		s.logw = top
		return false
	}
	w.cells, w.masses = w.cells[:0], w.masses[:0]
	for i, x := range s.cells {
		mass := float64(s.counts[i]) * math.Exp(logw[x]-top)
		if sum += mass; mass > 0 {
			w.cells, w.masses = append(w.cells, x), append(w.masses, mass)
		}
	}
	s.logw += top + math.Log(sum/float64(w.particles))
	return true
}

// draw replaces the particles by draws from a table over cells. The kept one, if there is
// one, goes to its place before this step.
func (s *swarm) draw(cells []int32, t *table, particles, step int) {
	s.cells, s.counts = append(s.cells[:0], cells...), slices.Grow(s.counts[:0], len(cells))[:len(cells)]
	clear(s.counts)
	slots, k, gen, counts, free := t.slots, t.k, s.dice.gen, s.counts, particles
	if s.kept != nil {
		free--
	}
	for range free {
		counts[slots.at(k, 0, gen.Uint64())]++
	}
	n := 0
	for i, c := range s.counts {
		if c > 0 {
			s.cells[n], s.counts[n] = s.cells[i], c
			n++
		}
	}
	s.cells, s.counts = s.cells[:n], s.counts[:n]
	if s.kept != nil {
		s.add(s.kept[step])
	}
}

// add adds a particle.
func (s *swarm) add(x int32) {
	if i := slices.Index(s.cells, x); i >= 0 {
		s.counts[i]++
		return
	}
	s.cells, s.counts = append(s.cells, x), append(s.counts, 1)
}

// one picks a particle and returns its cell. All have the same weight: they have just been
// resampled, or all weights are 0.
func (s *swarm) one() int32 {
	weights := make([]float64, len(s.counts))
	for i, c := range s.counts {
		weights[i] = float64(c)
	}
	return s.cells[s.dice.Pick(weights)]
}

// rowLimit is the number of outcomes that are kept for one move. They take 12 MB.
const rowLimit = 1 << 20

// rows are the outcomes of one move from each cell, looked up when they are first needed. A
// swarm needs only the rows of cells with particles, and many swarms share them.
type rows struct {
	move     programs.Move
	from     []int32 // by cell: 1 + the place of its row, and 0 if it is not known
	to       []int32 // the rows, one after another, and what ends each: its own cell
	p        []float64
	occupied []int32 // the cells whose rows are known
	limit    int
}

// aim forgets the rows, and takes the next ones from a move.
func (r *rows) aim(m programs.Move) {
	for _, x := range r.occupied {
		r.from[x] = 0
	}
	r.move, r.to, r.p, r.occupied = m, r.to[:0], r.p[:0], r.occupied[:0]
}

// add moves mass from x to a mixture.
func (r *rows) add(m *mixture, x int32, mass float64) {
	if r.from[x] == 0 && len(r.to) > r.limit {
		stay := mass
		r.move.Row(int(x), func(y int, p float64) {
			m.add(int32(y), mass*p)
			stay -= mass * p
		})
		m.add(x, max(stay, 0))
		return
	}
	if r.from[x] == 0 {
		r.look(x)
	}
	for i := r.from[x] - 1; ; i++ {
		y := r.to[i]
		m.add(y, mass*r.p[i])
		if y == x {
			return
		}
	}
}

// look looks up the row of x and keeps it. The last outcome of a row is to stay at x.
func (r *rows) look(x int32) {
	r.from[x], r.occupied = int32(len(r.to))+1, append(r.occupied, x)
	stay := 1.0
	r.move.Row(int(x), func(y int, p float64) {
		if p > 0 {
			r.to, r.p, stay = append(r.to, int32(y)), append(r.p, p), stay-p
		}
	})
	r.to, r.p = append(r.to, x), append(r.p, max(stay, 0))
}

// A mixture is a measure on cells, of which few have mass.
type mixture struct {
	mass  []float64 // by cell; 0 for the others
	cells []int32   // in the order in which they came
}

// add adds a mass to a cell.
func (m *mixture) add(x int32, mass float64) {
	if mass == 0 {
		return
	}
	if m.mass[x] == 0 {
		m.cells = append(m.cells, x)
	}
	m.mass[x] += mass
}

// take appends the cells and their masses, and empties the mixture.
func (m *mixture) take(cells []int32, masses []float64) ([]int32, []float64) {
	for _, x := range m.cells {
		cells, masses = append(cells, x), append(masses, m.mass[x])
		m.mass[x] = 0
	}
	m.cells = m.cells[:0]
	return cells, masses
}
