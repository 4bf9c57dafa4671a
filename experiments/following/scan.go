package following

import (
	"context"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"

	"breadboard/chains"
	"breadboard/chains/enumerate"
	"breadboard/chains/outside"
	"breadboard/grid"
)

// A Scan follows the updates that a person's step makes in turn, each by itself, and has the product of their rows: six
// updates of three ways take 18 runs from a cell, where the step as one takes 729. A step that is no scan has one.
type Scan struct {
	Reach float64             // as of a Step
	Watch func(share float64) // as of a Step
	Over  func() bool         // as of a Step

	grid    grid.Grid
	updates []*Step
	missed  []float64 // by how much an update misses p at most, in total variation
}

// NewScan returns what follows updates on a grid. The seed draws the cells of free moves.
func NewScan(updates []outside.Step, g grid.Grid, limits enumerate.Limits, seed uint64) *Scan {
	s := &Scan{grid: g, missed: make([]float64, len(updates))}
	for _, u := range updates {
		s.updates = append(s.updates, NewStep(u, g, limits, seed))
	}
	return s
}

// Rows returns the rows of the whole from some cells, as those of a Step. How often its moves are proposed is known of
// one update alone.
func (s *Scan) Rows(ctx context.Context, beta float64, logf []float64, cells []int) (p, q []float64, err error) {
	n := s.grid.Size()
	for k, u := range s.updates {
		u.Over = s.Over
		u.Watch = s.Watch
		if s.Watch != nil {
			u.Watch = func(share float64) { s.Watch((float64(k) + share) / float64(len(s.updates))) }
		}
		from := cells
		if p != nil {
			from = s.reached(p, cells)
		}
		rows, proposed, err := u.Rows(ctx, beta, logf, from)
		if err != nil {
			return nil, nil, s.inUpdate(k, err)
		}
		if len(s.updates) == 1 {
			return rows, proposed, nil
		}
		s.missed[k] = max(s.missed[k], miss(logf, from, rows))
		if p == nil {
			p = rows
			continue
		}
		p = after(p, from, rows, n)
	}
	return p, nil, nil
}

// reached returns the cells that the rows of some cells lead to, and these: where all are asked for, all are looked at.
func (s *Scan) reached(p []float64, cells []int) []int {
	isReached := make([]bool, s.grid.Size())
	for _, x := range cells {
		isReached[x] = true
	}
	for at, v := range p {
		if v > 0 {
			isReached[at%len(isReached)] = true
		}
	}
	var all []int
	for x, is := range isReached {
		if is {
			all = append(all, x)
		}
	}
	return all
}

// after returns rows p followed by a step whose rows are of the cells that p reaches.
func after(p []float64, from []int, rows []float64, n int) []float64 {
	type entry struct {
		y int
		p float64
	}
	step := make([][]entry, n)
	for i, x := range from {
		for y, v := range rows[i*n:][:n] {
			if v > 0 {
				step[x] = append(step[x], entry{y, v})
			}
		}
	}
	product := make([]float64, len(p))
	for at, v := range p {
		if v == 0 {
			continue
		}
		row := product[at/n*n:][:n]
		for _, e := range step[at%n] {
			row[e.y] += v * e.p
		}
	}
	return product
}

// miss returns how far a draw of the density is from it after a step with these rows, in total variation; 0 if they are
// not of all cells with mass.
func miss(logf []float64, from []int, rows []float64) float64 {
	n := len(logf)
	p := chains.Normalized(logf)
	mass := 0.0
	change := make([]float64, n)
	for i, x := range from {
		mass += p[x]
		change[x] -= p[x]
		for y, v := range rows[i*n:][:n] {
			change[y] += p[x] * v
		}
	}
	const rounding = 1e-9
	if mass < 1-rounding {
		return 0
	}
	return floats.Norm(change, 1) / 2
}

// Missing returns the updates that do not keep p by themselves, besides rounding and what their rows may leave out.
func (s *Scan) Missing() (which []int) {
	const rounding = 1e-12
	for k, off := range s.missed {
		if off > rounding+s.updates[k].LeftOut() {
			which = append(which, k)
		}
	}
	return which
}

// inUpdate returns an error with the update that it is of.
func (s *Scan) inUpdate(k int, err error) error {
	none, ok := err.(outside.NotTold)
	if !ok || len(s.updates) == 1 {
		return err
	}
	none.Why = fmt.Sprintf("in update %d of %d %s", k+1, len(s.updates), none.Why)
	return none
}

// Take takes rows that the step's author tells.
func (s *Scan) Take(beta float64, logf []float64, cells []int, p []float64) {
	s.updates[0].Take(beta, logf, cells, p)
}

// Agree compares the rows of each update with its moves, and says what was followed.
func (s *Scan) Agree(ctx context.Context) (said string, err error) {
	for k, u := range s.updates {
		u.Reach = s.Reach
		if _, err := u.Agree(ctx); err != nil {
			return "", s.inUpdate(k, err)
		}
	}
	return s.Said(), nil
}

// Said says what was followed; "" of rows that were told.
func (s *Scan) Said() string { return s.Evidence().InWords() }

// Evidence returns what is known of each update.
func (s *Scan) Evidence() (e Evidence) {
	for _, u := range s.updates {
		e = append(e, updateEvidence{u.account, u.free.n, u.free.shown()})
	}
	return e
}

// Unseen says why rows that miss p may not be the step's own, as of a Step: of an update that misses p by itself.
func (s *Scan) Unseen() error {
	if len(s.updates) == 1 {
		return s.updates[0].Unseen()
	}
	for _, k := range s.Missing() {
		if err := s.updates[k].Unseen(); err != nil {
			return s.inUpdate(k, err)
		}
	}
	return nil
}

// Doubtful reports whether rows that miss p may not be the step's own, as of a Step.
func (s *Scan) Doubtful() bool { return slices.ContainsFunc(s.updates, (*Step).Doubtful) }

// Compared returns how many moves of each update were compared with its rows, at least.
func (s *Scan) Compared() int {
	least := math.MaxInt
	for _, u := range s.updates {
		least = min(least, u.Compared())
	}
	return least
}

// LeftOut returns the probability that a row may leave out, with confidence.
func (s *Scan) LeftOut() float64 { return s.sum((*Step).LeftOut) }

// Rest returns the largest probability that a row is known to leave out.
func (s *Scan) Rest() float64 { return s.sum((*Step).Rest) }

// sum returns the sum of a number of all updates.
func (s *Scan) sum(of func(*Step) float64) (all float64) {
	for _, u := range s.updates {
		all += of(u)
	}
	return all
}

// LearnLoops has updates with loops learnt. It reports whether there are any.
func (s *Scan) LearnLoops() (any bool) {
	for _, u := range s.updates {
		any = u.LearnLoops() || any
	}
	return any
}

// LearnOn has updates that are learnt be learnt better. It reports whether they were not before.
func (s *Scan) LearnOn() (any bool) {
	for _, u := range s.updates {
		any = u.LearnOn() || any
	}
	return any
}
