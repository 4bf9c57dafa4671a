package certain

import (
	"errors"

	"breadboard/chains"
	"breadboard/chains/flows"
	"breadboard/chains/numbers"
	"breadboard/grid"
)

// A kernel is a step over intervals. It has the edges of its graph, and at each level an interval for the probability
// of each.
type kernel struct {
	l     *level
	grid  grid.Grid
	over  flows.Over[*numbers.Interval]
	first []*numbers.Interval // the masses where the bridge begins; nil before they are asked for
	from  []*numbers.Interval // what a step is taken of
	to    []*numbers.Interval
}

// ErrUndefined is the error for a kernel that is not known over intervals.
var ErrUndefined = errors.New("of the kernel nothing is known but its float64 probabilities, and nothing can be " +
	"proved; a kernel of the catalogue, one made of those, or matrices would do")

// newKernel returns the annealing's kernel for a level that will move, or an error that says why there is none.
func newKernel(a chains.Annealing, l *level) (*kernel, error) {
	op, err := a.Kernel.On(a.Grid)
	if err != nil {
		return nil, err
	}
	exact, ok := op.(flows.Exact)
	if !ok {
		return nil, ErrUndefined
	}
	over := exact.Interval()
	if over == nil {
		return nil, ErrUndefined
	}
	n := a.Grid.Size()
	return &kernel{l: l, grid: a.Grid, over: over, from: make([]*numbers.Interval, n),
		to: make([]*numbers.Interval, n)}, nil
}

// aim makes it leave the level's density invariant.
func (k *kernel) aim() {
	m := flows.Masses[*numbers.Interval]{P: make([]*numbers.Interval, len(k.l.of)), First: k.atStart, T: k.l.t,
		Beta: k.l.beta}
	least := numbers.Zero(k.l.calc.Bits).Vanishing()
	same := k.same()
	for x, class := range k.l.of {
		m.P[x] = &k.l.f[same[class]]
		if k.l.none[class] || k.grid.Wall(x) {
			if m.None == nil {
				m.None = make([]bool, len(m.P))
			}
			m.None[x] = true
			m.P[x] = least
		}
	}
	k.over.Aim(m)
}

// same are the classes, and in the place of each the first that certainly has the same density: the same interval is
// then known to be the same number. A rounding error instead of 0 would leave it open whether a walker can stay.
func (k *kernel) same() []int {
	first := map[string]int{}
	same := make([]int, k.l.classes)
	for class := range same {
		same[class] = class
		logf := &k.l.logf[class]
		if k.l.none[class] || logf.Lo.Cmp(&logf.Hi) != 0 {
			continue
		}
		name := logf.Lo.Text('p', 0)
		if at, seen := first[name]; seen {
			same[class] = at
		} else {
			first[name] = class
		}
	}
	return same
}

// atStart returns the masses where the bridge begins, 0 in a cell that has none there.
func (k *kernel) atStart() []*numbers.Interval {
	if k.first != nil {
		return k.first
	}
	bits := k.l.calc.Bits
	logf := numbers.Intervals(bits, k.l.classes)
	f := numbers.Intervals(bits, k.l.classes)
	k.l.at(logf, f, make([]bool, k.l.classes), numbers.Zero(k.l.calc.Work))
	for _, class := range k.l.of {
		k.first = append(k.first, &f[class])
	}
	return k.first
}

// step sets dst to the measure v after one step, or with pull to the mean of the function v after one. dst is not v.
func (k *kernel) step(dst, v []numbers.Interval, pull bool) {
	for x := range v {
		k.from[x] = &v[x]
	}
	if pull {
		k.over.Pull(k.to, k.from)
	} else {
		k.over.Push(k.to, k.from)
	}
	for x := range dst {
		dst[x].Set(k.to[x])
	}
}

// like returns zeros, as many as v has and of the same precision.
func like(v []numbers.Interval) []numbers.Interval { return numbers.Intervals(v[0].Lo.Prec(), len(v)) }
