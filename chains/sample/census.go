package sample

import (
	"math"

	"breadboard/chains"
	"breadboard/chains/programs"
)

// A census is a swarm whose ancestors are drawn first, and then move: the numbers of all ancestors in a cell are split
// among the outcomes of its row. It serves residual resampling, which gives all particles of a cell the same whole
// number of offspring, and chains: the states after k moves are split as those after k-1.
type census struct{ swarm }

func newCensus(d chains.Dice, kept *programs.Lineage) population {
	return &census{swarm{dice: d, kept: kept}}
}

func (s *census) step(f *filter, i int, step programs.Step) {
	if !s.weigh(f, step.LogW) {
		return
	}
	free := f.P / max(1, f.Chain)
	f.here.clear()
	if s.kept != nil {
		free--
	}
	if f.Resampling == programs.Residual {
		s.residual(f, i)
	} else {
		f.mixed(free)
		s.add(f, free)
	}
	f.met.clear()
	switch {
	case f.Chain > 0 && len(step.Moves) > 0:
		for range f.Chain - 1 {
			f.met.addAll(f.here)
			s.moveAll(f, step)
		}
	default:
		s.moveAll(f, step)
	}
	f.met.addAll(f.here)
	if s.kept != nil {
		for _, x := range s.kept.States(i) {
			f.met.add(x, 1)
		}
	}
	s.cells, s.counts = f.met.list(s.cells[:0], s.counts[:0])
}

// add draws n more ancestors, as the filter is readied.
func (s *census) add(f *filter, n int) {
	for k, c := range f.drawn(s.dice, n) {
		f.here.add(f.cells[k], c)
	}
}

// residual draws the ancestors other than the kept one. With m the mean number of a particle's offspring, each particle
// has floor(m), and the rest are draws by what is left of m. A kept particle has its place among the whole ones with
// the probability floor(m)/m, and otherwise among the rest.
func (s *census) residual(f *filter, i int) {
	places := float64(f.P / max(1, f.Chain))
	rest := int(places)
	f.cells, f.masses = f.cells[:0], f.masses[:0]
	kept := int32(-1)
	if s.kept != nil {
		kept = s.before(i)
		s.keep(f, kept)
	}
	for k, x := range s.cells {
		mean := f.weights[k] * places / f.sum
		whole, left := wholly(mean)
		all := int(whole) * s.counts[k]
		rest -= all
		if x == kept {
			if s.dice.Pick([]float64{whole, left}) == 0 {
				all--
			} else {
				rest--
			}
		}
		f.here.add(x, all)
		f.from(x, left*float64(s.counts[k]))
	}
	if rest > 0 {
		f.mixed(rest)
		s.add(f, rest)
	}
}

// before is the cell of the kept particle before step i, where it is an ancestor.
func (s *census) before(i int) int32 {
	if i == 0 {
		return int32(s.kept.Start)
	}
	return s.kept.States(i - 1)[s.kept.Places[i-1]]
}

// moveAll makes all moves of a step, of all ancestors.
func (s *census) moveAll(f *filter, step programs.Step) {
	for _, r := range f.rows[:len(step.Moves)] {
		f.there.clear()
		for _, x := range f.here.cells {
			s.moveFrom(f, r, x, f.here.count[x])
		}
		f.here, f.there = f.there, f.here
	}
}

// moveFrom moves n particles from x.
func (s *census) moveFrom(f *filter, r *rows, x int32, n int) {
	if n < f.few*int(r.row(x).n) {
		gen := s.dice.(seeded).gen
		here := r.draws(x)
		for range n {
			f.there.add(r.slots.among(here, gen.Uint64()), 1)
		}
		return
	}
	to, numbers := r.split(s.dice, x, n, f.split)
	f.split = numbers
	for k, y := range to {
		f.there.add(y, numbers[k])
	}
}

// wholly parts a mean number m of offspring into floor(m) and what is left. A mean within 2^-40 of a whole number is
// that number: rounding must not part weights that are all the same, which have one offspring each.
func wholly(m float64) (whole, left float64) {
	const rounding = 0x1p-40
	whole = math.Floor(m + rounding)
	left = m - whole
	if left < rounding {
		left = 0
	}
	return whole, left
}

// leastKept is the least share of the weights that a kept particle has in resampling, so that it has a place. It
// changes the law by no more than that.
const leastKept = 0x1p-36

// keep raises the weight of the particles in the cell of the kept one.
func (s *census) keep(f *filter, kept int32) {
	least := leastKept * f.sum
	for k, x := range s.cells {
		if x == kept && f.weights[k] < least {
			f.weights[k] = least
			f.sum += least * float64(s.counts[k])
		}
	}
}
