package certain

import (
	"errors"
	"fmt"

	"breadboard/chains"
	"breadboard/chains/flows"
	"breadboard/chains/numbers"
)

// ErrUndefined is the error for a kernel that is not known over intervals.
var ErrUndefined = errors.New("of the kernel nothing is known but its float64 probabilities, and nothing can be " +
	"proved; a kernel of the catalogue, one made of those, or matrices would do")

// A walk stands at a level with a kernel's step over intervals, and knows the law of a
// chain's state there.
type walk struct {
	*path
	bits uint              // of masses
	one  *numbers.Interval // of the bits of log densities, which have some more
	a    chains.Annealing
	over flows.Over[*numbers.Interval]
	t    int // the level's place in the schedule

	log    []*numbers.Interval // log f by class, up to a constant; nil without mass
	f      []*numbers.Interval // f by class, 0 without mass
	before []*numbers.Interval // log at the previous level
	first  []*numbers.Interval // by cell, the masses where the bridge begins; nil before they are asked for

	law   []*numbers.Interval
	next  []*numbers.Interval
	logW  *numbers.Interval // the expectation of the weight's steps so far
	above bool              // it is +Inf: there is mass in a cell where the lower of two levels has none
	below bool              // it is -Inf
	tick  func() error      // is called at every level
}

// moreBits is how many bits a log density has more than a mass.
const moreBits = 64

// newWalk returns an error that says why there is no proof, if the bridge or the kernel is known in floats alone.
func newWalk(a chains.Annealing, bits uint, t int, tick func() error) (*walk, error) {
	one := numbers.Zero(bits + moreBits).Of(1)
	p, err := newPath(one, a.Bridge)
	if err != nil {
		return nil, err
	}
	op, err := a.Kernel.On(a.Grid)
	if err != nil {
		return nil, err
	}
	var over flows.Over[*numbers.Interval]
	if exact, ok := op.(flows.Exact); ok {
		over = exact.Interval()
	}
	if over == nil {
		return nil, ErrUndefined
	}
	w := &walk{path: p, bits: bits, one: one, a: a, over: over, next: make([]*numbers.Interval, len(p.of)),
		logW: numbers.Zero(bits), tick: tick}
	w.moveTo(t)
	mass := w.mass()
	for _, class := range w.of {
		w.law = append(w.law, w.f[class].Over(mass))
	}
	return w, nil
}

// moveTo moves to level t.
func (w *walk) moveTo(t int) {
	w.t = t
	w.before = w.log
	w.log, w.f = w.at(w.a.Schedule.Beta(t))
}

// at returns the log density and the density at beta, by class.
func (w *walk) at(beta float64) (log, f []*numbers.Interval) {
	place := w.one.Of(beta)
	for i := range w.classes {
		logf := w.logf(i, place)
		value := numbers.Zero(w.bits)
		if logf != nil {
			value = logf.Exp().Rounded(w.bits)
		}
		log = append(log, logf)
		f = append(f, value)
	}
	return log, f
}

// mass returns the sum of the density.
func (w *walk) mass() *numbers.Interval {
	total := numbers.Zero(w.bits)
	for _, class := range w.of {
		total = total.Plus(w.f[class])
	}
	return total
}

// aim makes the kernel leave the level's density invariant.
func (w *walk) aim() {
	m := flows.Masses[*numbers.Interval]{P: make([]*numbers.Interval, len(w.of)), None: make([]bool, len(w.of)),
		First: w.atStart, T: w.t, Beta: w.a.Schedule.Beta(w.t)}
	least := numbers.Zero(w.bits).Vanishing()
	same := w.same()
	for x, class := range w.of {
		m.P[x] = w.f[same[class]]
		if w.log[class] == nil || w.a.Grid.Wall(x) {
			m.None[x] = true
			m.P[x] = least
		}
	}
	w.over.Aim(m)
}

// same are the classes, and in the place of each the first that certainly has the same density: the same interval is
// then known to be the same number. A rounding error instead of 0 would leave it open whether a walker can stay.
func (w *walk) same() []int {
	first := map[string]int{}
	same := make([]int, w.classes)
	for class := range same {
		same[class] = class
		log := w.log[class]
		if log == nil || log.Lo.Cmp(&log.Hi) != 0 {
			continue
		}
		name := log.Lo.Text('p', 0)
		if at, seen := first[name]; seen {
			same[class] = at
		} else {
			first[name] = class
		}
	}
	return same
}

// atStart returns the masses where the bridge begins, 0 in a cell that has none there.
func (w *walk) atStart() []*numbers.Interval {
	if w.first == nil {
		_, f := w.at(0)
		for _, class := range w.of {
			w.first = append(w.first, f[class])
		}
	}
	return w.first
}

// step moves to level t and adds the mean of log f there less log f at the previous
// level, or of the opposite.
func (w *walk) step(t int, back bool) error {
	w.moveTo(t)
	byClass := make([]*numbers.Interval, w.classes)
	for x, class := range w.of {
		if byClass[class] == nil {
			byClass[class] = w.law[x]
		} else {
			byClass[class] = byClass[class].Plus(w.law[x])
		}
	}
	for i, mass := range byClass {
		from, to := w.before[i], w.log[i]
		if back {
			from, to = to, from
		}
		switch {
		case mass.Is(0) || from == nil && to == nil: // a walker in a cell without mass keeps the weight it has
		case from == nil || to == nil:
			if mass.Lo.Sign() <= 0 {
				return fmt.Errorf("at level %d it cannot be decided whether the chain is in a cell without mass", t)
			}
			w.above = w.above || from == nil
			w.below = w.below || to == nil
		default:
			w.logW = w.logW.Plus(mass.Times(to.Minus(from)))
		}
	}
	return w.tick()
}

// forward runs the forward chain from level 1 to T. The law is then the law of x_T.
func (w *walk) forward() error {
	for t := 2; t <= w.a.T(); t++ {
		if err := w.step(t, false); err != nil {
			return err
		}
		if t <= w.a.PathEnd() {
			w.aim()
			w.over.Push(w.next, w.law)
			w.law, w.next = w.next, w.law
		}
	}
	return nil
}

// reverse runs the reverse chain from level T to 1, by Bayes and without a reversal:
// from the law r of the state after T_t the law before it is
//
//	p_t(x) sum over y of T_t(x,y) r(y)/p_t(y),
//
// in which any multiple of p_t will do. It ends if its weight becomes infinite.
func (w *walk) reverse() error {
	for t := w.a.T(); t >= 2; t-- {
		if t <= w.a.PathEnd() {
			w.aim()
			for x, class := range w.of {
				if w.next[x] = w.f[class]; w.log[class] != nil { // 0 without mass
					w.next[x] = w.law[x].Over(w.f[class])
				}
			}
			w.over.Pull(w.law, w.next)
			for x, class := range w.of {
				w.law[x] = w.law[x].Times(w.f[class])
			}
		}
		if err := w.step(t-1, true); err != nil || w.above {
			return err
		}
	}
	return nil
}
