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
// cells that are occupied, and splits the particles among its cells by binomials. So a billion
// particles take as long as a thousand. Of few particles a cell each is drawn from alias slots, with one
// random word. Some swarms go through the levels together and share the rows of M.

// A swarm is the particles of one run.
type swarm struct {
	dice   chains.Dice
	cells  []int32 // the occupied ones
	counts []int   // how many particles are in each of these
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
	rows      []*rows        // of each move of a step
	mix       *chains.Gather // what the particles of a swarm are drawn from
	cells     []int32        // of the mixture
	masses    []float64      // of these
	table     table
	law       chains.Law
	single    bool // the mixture is the table, and not the law
	few       int  // from so many particles a cell on it is faster to split them than to draw each
	dice      func(t task, run int) chains.Dice
}

// inSwarms returns the way of sequential Monte Carlo that resamples at every step, through levels or observations. It
// keeps at most limit outcomes of a move.
func inSwarms(p programs.SMC, target chains.Law, limit int) way {
	const together = 64
	path, _ := p.Path()
	steps := path.Len()
	every := reportMoves / min(p.P, p.Grid.Size())
	worker := func() worker { return newSMC(p, target, limit).run }
	return way{unit: 1, units: max(1, min(together, keptSteps/steps)), parts: steps, every: every, worker: worker}
}

func newSMC(p programs.SMC, target chains.Law, limit int) *smc {
	path, rise := p.Path()
	return &smc{path: path, rise: rise, target: target, particles: p.P, limit: limit, few: 8,
		mix: chains.NewGather(p.Grid.Size()), dice: func(t task, run int) chains.Dice { return t.dice(run) }}
}

// keptSteps bounds the number of kept places of all swarms of a task: 4 MB.
const keptSteps = 1 << 20

func (w *smc) run(ctx context.Context, t task, done *progress) error {
	swarms, cells := make([]swarm, len(t.logw)), make([]int32, len(t.logw))
	for i := range swarms {
		swarms[i].dice = w.dice(t, i)
		if t.reverse {
			cells[i] = int32(w.target.Draw(swarms[i].dice))
			swarms[i].kept = make([]int32, w.path.Len()+1)
			swarms[i].kept[w.path.Len()] = cells[i]
		}
	}
	for i := w.path.Len() - 1; t.reverse && i >= 0; i-- { // the kept paths come from their ends
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		backs := w.path.At(i).Backs
		for _, s := range swarms {
			s.kept[i] = int32(programs.MoveAll(int(s.kept[i+1]), backs, s.dice))
		}
	}
	w.cells, w.masses = w.cells[:0], w.masses[:0]
	for x, p := range w.path.Start() {
		if p > 0 {
			w.cells, w.masses = append(w.cells, int32(x)), append(w.masses, p)
		}
	}
	w.mixed()
	for i := range swarms {
		w.draw(&swarms[i], 0)
	}
	for i := range w.path.Len() {
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		w.step(swarms, i)
		done.add(len(swarms))
	}
	for i, s := range swarms {
		if t.logw[i] = s.logw + w.rise; !t.reverse {
			// all particles weigh the same: they were resampled, or all weigh 0
			weights := make([]float64, len(s.counts))
			for k, c := range s.counts {
				weights[k] = float64(c)
			}
			cells[i] = s.cells[s.dice.Pick(weights)]
		}
	}
	t.end(cells)
	return nil
}

// step weighs, resamples and moves every swarm. A swarm of infinite log w stays where it is.
func (w *smc) step(swarms []swarm, i int) {
	step := w.path.At(i)
	for len(w.rows) < len(step.Moves) {
		w.rows = append(w.rows, &rows{from: make([]int32, len(step.LogW)), limit: w.limit})
	}
	for j, m := range step.Moves { // forget the rows of the last step
		r := w.rows[j]
		for _, x := range r.occupied {
			r.from[x] = 0
		}
		r.move = m
		r.to = r.to[:0]
		r.p = r.p[:0]
		r.occupied = r.occupied[:0]
	}
	for j := range swarms {
		if !w.weigh(&swarms[j], step.LogW) {
			continue
		}
		for _, r := range w.rows[:len(step.Moves)] {
			for k, x := range w.cells {
				r.add(w.mix, x, w.masses[k])
			}
			w.cells, w.masses = w.cells[:0], w.masses[:0]
			w.mix.Empty(func(x int, mass float64) {
				w.cells, w.masses = append(w.cells, int32(x)),
					append(w.masses, mass)
			})
		}
		w.mixed()
		w.draw(&swarms[j], i+1)
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
		sum += mass
		if mass > 0 {
			w.cells, w.masses = append(w.cells, x), append(w.masses, mass)
		}
	}
	s.logw += top + math.Log(sum/float64(w.particles))
	return true
}

// mixed readies the mixture for draws of each particle, if they are few, or else to be split.
func (w *smc) mixed() {
	if w.single = w.particles < w.few*len(w.masses); w.single {
		w.table.weigh(w.masses)
	} else {
		w.law = chains.NewLaw(w.masses)
	}
}

// draw replaces the particles of a swarm by draws from the mixture. The kept one, if there is one, goes to its
// place before this step.
func (w *smc) draw(s *swarm, step int) {
	s.cells, s.counts = append(s.cells[:0], w.cells...), slices.Grow(s.counts[:0], len(w.cells))[:len(w.cells)]
	free := w.particles
	if s.kept != nil {
		free--
	}
	if w.single {
		clear(s.counts)
		slots := w.table.slots
		k := w.table.k
		gen := s.dice.(seeded).gen
		counts := s.counts
		for range free {
			counts[slots.at(k, 0, gen.Uint64())]++
		}
	} else {
		w.law.Split(s.dice, free, s.counts)
	}
	n := 0
	for i, c := range s.counts {
		if c > 0 {
			s.cells[n], s.counts[n] = s.cells[i], c
			n++
		}
	}
	s.cells, s.counts = s.cells[:n], s.counts[:n]
	if s.kept == nil {
		return
	}
	if i := slices.Index(s.cells, s.kept[step]); i >= 0 {
		s.counts[i]++
	} else {
		s.cells, s.counts = append(s.cells, s.kept[step]), append(s.counts, 1)
	}
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

// add moves mass from x to where it goes. The last outcome of a row is to stay at x. A row beyond the limit is
// forgotten.
func (r *rows) add(mix *chains.Gather, x int32, mass float64) {
	first := int(r.from[x]) - 1
	if first < 0 {
		first = len(r.to)
		stay := 1.0
		r.move.Row(int(x), func(y int, p float64) {
			if p > 0 {
				r.to = append(r.to, int32(y))
				r.p = append(r.p, p)
				stay -= p
			}
		})
		r.to, r.p = append(r.to, x), append(r.p, max(stay, 0))
		if first <= r.limit {
			r.from[x], r.occupied = int32(first)+1, append(r.occupied, x)
		}
	}
	for i, y := range r.to[first:] {
		mix.Put(int(y), mass*r.p[first+i])
		if y == x {
			break
		}
	}
	if r.from[x] == 0 {
		r.to, r.p = r.to[:first], r.p[:first]
	}
}
